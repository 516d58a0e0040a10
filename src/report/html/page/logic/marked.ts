/** Which parts of two texts differ: words and signs are compared, by their longest common sequence. */

export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

const TOKEN = /[\p{L}\p{N}_-]+|\s+|./gsu;
/** With more tokens than this on a side, only the common beginning and end count as the same. */
const MAX_TOKENS = 500;
/** Where less than this share of the shorter text is common, the common parts say nothing. */
const LEAST_COMMON = 0.2;

type Tokens = readonly string[];

/** Lengths of the longest common sequences of all ends of two lists. */
function lengths(a: Tokens, b: Tokens): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? [];
      row[j] =
        a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}

/** For each token of both lists whether it is common. */
function common(a: Tokens, b: Tokens): readonly [boolean[], boolean[]] {
  const inA = a.map(() => false);
  const inB = b.map(() => false);
  if (a.length > MAX_TOKENS || b.length > MAX_TOKENS) return [inA, inB];
  const table = lengths(a, b);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      inA[i] = true;
      inB[j] = true;
      i += 1;
      j += 1;
    } else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return [inA, inB];
}

/** Neighbours of the same kind become one piece; blanks between two differing words differ, too. */
function pieces(tokens: Tokens, same: readonly boolean[]): readonly Piece[] {
  const found: { text: string; differs: boolean }[] = [];
  tokens.forEach((text, at) => {
    const isBlank = text.trim() === '';
    const between = isBlank && same[at - 1] === false && same[at + 1] === false;
    const differs = same[at] !== true || between;
    const last = found.at(-1);
    if (last?.differs === differs) last.text += text;
    else found.push({ text, differs });
  });
  return found;
}

const letters = (tokens: Tokens, chosen: readonly boolean[]): number =>
  tokens.filter((token, at) => chosen[at] === true && token.trim() !== '').join('').length;

/** The two texts in pieces. Texts that have next to nothing in common differ as a whole. */
export function marked(expected: string, actual: string) {
  const a = expected.match(TOKEN) ?? [];
  const b = actual.match(TOKEN) ?? [];
  const [inA, inB] = common(a, b);
  const shorter = Math.min(expected.length, actual.length);
  const unlike = letters(a, inA) < LEAST_COMMON * shorter;
  return {
    expected: pieces(a, unlike ? a.map(() => false) : inA),
    actual: pieces(b, unlike ? b.map(() => false) : inB),
  };
}
