/** Tags that many subjects have are one object: a world of a million players has few different ones. */
import type { TagItem } from '../../contract/envelope.ts';

/** How many keys, and values of each, are remembered; what comes beyond them is not shared. */
const MOST_KEYS = 1000;
const MOST_VALUES = 1000;

export class SharedTags {
  readonly #known = new Map<string, Map<string, TagItem>>();

  /** The tag; the one that was seen before where it is remembered. */
  tag(key: string, value: string): TagItem {
    let values = this.#known.get(key);
    if (values === undefined) {
      if (this.#known.size >= MOST_KEYS) return { key, value };
      this.#known.set(key, (values = new Map()));
    }
    const known = values.get(value);
    if (known !== undefined) return known;
    // The first key stands for all, so that its text is in memory once.
    const first = values.values().next();
    const tag = { key: first.done === true ? key : first.value.key, value };
    if (values.size < MOST_VALUES) values.set(value, tag);
    return tag;
  }
}
