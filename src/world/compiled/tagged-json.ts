/** JSON with sets, maps and the unknown: what a target file holds beyond plain values. */
import { UNKNOWN } from '../world.ts';

/** Names an object that stands for something else. */
const TAG = '$';

type Tagged =
  | { readonly $: 'set'; readonly of: readonly unknown[] }
  | { readonly $: 'map'; readonly of: readonly (readonly [unknown, unknown])[] }
  | { readonly $: 'unknown' };

function tagged(value: unknown): unknown {
  if (value === UNKNOWN) return { [TAG]: 'unknown' } satisfies Tagged;
  if (value instanceof Set) return { [TAG]: 'set', of: [...value] } satisfies Tagged;
  if (value instanceof Map) return { [TAG]: 'map', of: [...value] } satisfies Tagged;
  return value;
}

const isTagged = (value: unknown): value is Tagged =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, TAG);

function untagged(value: unknown): unknown {
  if (!isTagged(value)) return value;
  switch (value.$) {
    case 'set':
      return new Set(value.of);
    case 'map':
      return new Map(value.of);
    case 'unknown':
      return UNKNOWN;
  }
}

/** Throws TypeError where a value has a member that the text uses for itself. */
export function toTaggedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (isTagged(each)) throw new TypeError(`a member is called ${TAG}`);
    return tagged(each);
  });
}

export const fromTaggedJson = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => untagged(each)) as unknown;
