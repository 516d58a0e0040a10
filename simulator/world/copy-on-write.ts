/**
 * A map that can be forked in next to no time, however large it is: forks share their entries, and each keeps what was
 * changed since. Entries are in the order in which their keys were first set.
 */

/** What stands for an entry that was deleted since. */
const GONE = Symbol('gone');

/** How many changes are kept apart from the shared entries (more of a large map); beyond that everything is copied once. */
const MAX_CHANGES = 1000;
const LARGEST_PART = 8;

export class CopyOnWriteMap<K, V> {
  #entries: Map<K, V>;
  /** Undefined as long as the entries are not shared: then they are changed themselves. */
  #changes: Map<K, V | typeof GONE> | undefined;
  #size: number;

  constructor(entries: Iterable<readonly [K, V]> = []) {
    this.#entries = new Map(entries);
    this.#size = this.#entries.size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    if (this.#changes !== undefined) {
      const changed = this.#changes.get(key);
      if (changed !== undefined) return changed === GONE ? undefined : changed;
    }
    return this.#entries.get(key);
  }

  has(key: K): boolean {
    const changed = this.#changes?.get(key);
    return changed === undefined ? this.#entries.has(key) : changed !== GONE;
  }

  set(key: K, value: V): void {
    if (!this.has(key)) this.#size += 1;
    if (this.#changes === undefined) this.#entries.set(key, value);
    else this.#change(this.#changes, key, value);
  }

  delete(key: K): boolean {
    if (!this.has(key)) return false;
    this.#size -= 1;
    if (this.#changes === undefined) this.#entries.delete(key);
    else this.#change(this.#changes, key, GONE);
    return true;
  }

  *entries(): Generator<readonly [K, V]> {
    const changes = this.#changes;
    for (const [key, value] of this.#entries) {
      const changed = changes?.get(key);
      if (changed === undefined) yield [key, value];
      else if (changed !== GONE) yield [key, changed];
    }
    for (const [key, value] of changes ?? [])
      if (value !== GONE && !this.#entries.has(key)) yield [key, value];
  }

  *keys(): Generator<K> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): Generator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  /** A map with the same entries; what is changed in one does not show in the other. */
  fork(): CopyOnWriteMap<K, V> {
    this.#changes ??= new Map();
    const fork = new CopyOnWriteMap<K, V>();
    fork.#entries = this.#entries;
    fork.#changes = new Map(this.#changes);
    fork.#size = this.#size;
    return fork;
  }

  #change(changes: Map<K, V | typeof GONE>, key: K, value: V | typeof GONE): void {
    // An entry that comes back is a new one, behind all others.
    if (value !== GONE && changes.get(key) === GONE && this.#entries.has(key)) this.#own();
    if (this.#changes === undefined) {
      if (value !== GONE) this.#entries.set(key, value);
      return;
    }
    if (value === GONE && !this.#entries.has(key)) changes.delete(key);
    else changes.set(key, value);
    if (changes.size > Math.max(MAX_CHANGES, this.#entries.size / LARGEST_PART)) this.#own();
  }

  /** Takes a copy of all entries that is shared with no other map. */
  #own(): void {
    this.#entries = new Map(this.entries());
    this.#changes = undefined;
  }
}
