/** Which part of two texts differs: what they begin and end with in common is the same. */

export interface MarkedPiece {
  readonly text: string;
  readonly differs: boolean;
}

/** Words, blanks and signs, so that no word is marked in its middle. */
const MARKED_TOKEN = /[\p{L}\p{N}_-]+|\s+|./gsu;

/** The two texts in pieces. */
export function marked(expected: string, actual: string) {
  const [a, b] = [expected.match(MARKED_TOKEN) ?? [], actual.match(MARKED_TOKEN) ?? []];
  const most = Math.min(a.length, b.length);
  let begin = 0;
  while (begin < most && a[begin] === b[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const pieces = (tokens: readonly string[]): readonly MarkedPiece[] =>
    [
      { text: tokens.slice(0, begin).join(''), differs: false },
      { text: tokens.slice(begin, tokens.length - end).join(''), differs: true },
      { text: tokens.slice(tokens.length - end).join(''), differs: false },
    ].filter(({ text }) => text !== '');
  return { expected: pieces(a), actual: pieces(b) };
}
