/** Describes a list of tagKeys in a few words: its length, or its odd element and whether that comes early or late. */

/** From this many elements on a list is long, and a place in it late: a backend may look at the first few only. */
const MANY = 8;

function oddWord(element: unknown): string | undefined {
  if (element === null) return 'a null';
  if (typeof element === 'string') return element === '' ? 'an empty key' : undefined;
  return 'an element of another type';
}

/** `no keys`, `a few keys`, `many keys`, `a null early`, `an empty key late`. */
export function listWords(list: readonly unknown[]): string {
  const words = list.map(oddWord);
  const odd = words.findIndex((word) => word !== undefined);
  if (odd !== -1) return `${words[odd]} ${odd < MANY ? 'early' : 'late'}`;
  return list.length === 0 ? 'no keys' : list.length < MANY ? 'a few keys' : 'many keys';
}
