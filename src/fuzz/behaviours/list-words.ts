/** What a list of tagKeys is like, in a few words: how long it is, or which odd element it holds how far behind. */

/** From so many on, a list or a place in it is late: a backend may look at the first few only. */
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
