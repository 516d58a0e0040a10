/** The word that was probably meant. */

const LONGEST = 100;

/** The Damerau-Levenshtein distance (optimal string alignment): swapped neighbours count as one slip. */
export function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** A third of the word may be wrong, but never all of it. */
function cutoff(word: string, candidate: string): number {
  return Math.min(Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3)), word.length - 1);
}

/** Words of earlier formats, and what they are called now. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['bend', 'alter'],
  ['twin', 'nearDuplicate'],
  ['melting', 'same-graphemes'],
  ['says', 'description'],
  ['boundaries', 'exhaustive'],
  ['spelling', 'equivalent'],
]);

/** The words that a name is made of: `cut-one` of two, `OperationNotAllow` of three. */
const partsOf = (word: string): readonly string[] =>
  word
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 2);

/** The candidate that shares most with a word of several parts, at least half of it: `NotAllowed` is in `OperationNotAllow`. */
function sharing(word: string, candidates: Iterable<string>): string | undefined {
  const parts = partsOf(word);
  if (parts.length < 2) return undefined;
  let best: { readonly candidate: string; readonly letters: number } | undefined;
  for (const candidate of candidates) {
    const own = candidate.length > LONGEST ? [] : partsOf(candidate);
    const shared = parts.filter((part) => own.some((each) => distance(part, each) <= part.length / 3));
    const letters = shared.join('').length - candidate.length / LONGEST;
    if (shared.join('').length * 2 >= parts.join('').length && letters > (best?.letters ?? 0))
      best = { candidate, letters };
  }
  return best?.candidate;
}

/** From this many characters on a word may be the beginning of the one that is meant. */
const BEGINNING = 4;

/**
 * The candidate that a misspelt word most likely stands for: one that differs by a slip, then the shortest that begins with it, then the
 * nearest. A difference in case weighs little, and a word of an earlier format means its new name.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const renamed = RENAMED.get(word);
  let best: { readonly candidate: string; readonly slips: number } | undefined;
  let begun: string | undefined;
  for (const candidate of candidates) {
    if (candidate === renamed) return candidate;
    if (candidate.length > LONGEST) continue;
    if (
      word.length >= BEGINNING &&
      candidate.startsWith(word) &&
      candidate.length < (begun?.length ?? Infinity)
    )
      begun = candidate;
    const folded = distance(word.toLowerCase(), candidate.toLowerCase());
    const slips =
      folded + (folded === 0 || word === candidate ? 0 : 0.1 * Number(!candidate.startsWith(word[0] ?? '')));
    if (folded <= cutoff(word, candidate) && (best === undefined || slips < best.slips))
      best = { candidate, slips };
  }
  return best !== undefined && best.slips <= 1 ? best.candidate : (begun ?? best?.candidate);
}

/** `did you mean "rules"?`; undefined where no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const meant = nearest(word, candidates) ?? sharing(word, candidates);
  return meant === undefined ? undefined : `did you mean ${JSON.stringify(meant)}?`;
}

/** `did you mean "rules"?`, or which words there are. */
export function suggest(word: string, candidates: readonly string[], what: string): string | undefined {
  const found = didYouMean(word, candidates);
  if (found !== undefined) return found;
  if (candidates.length === 0) return undefined;
  const listed = candidates.slice(0, 16).join(', ');
  return `${what}: ${listed}${candidates.length > 16 ? ', …' : ''}`;
}
