/** Finds many texts in one pass over another: a hash of three characters shows where to look closer. And which of several secrets each belongs to. */
import type { Secret } from '../secret.ts';

/** A text to find, and its surroundings: a match is followed through `trail` as far as the text agrees. */
export interface SecretPattern {
  /** What must be there; at least three characters. */
  readonly text: string;
  readonly repeatedPattern: string;
  /** Where `text` begins in `trail`. */
  readonly at: number;
  /** Whether a repetition of the last character belongs to the match. */
  readonly echoes: boolean;
}

/** A part of a text, from a first position up to one before `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Scan = (text: string, found: (secretPattern: SecretPattern, span: Span) => void) => void;

const SLOTS = 1 << 15;

function nextHash(hash: number, code: number): number {
  return ((hash << 5) ^ code) & (SLOTS - 1);
}

function hashOf(text: string): number {
  return [0, 1, 2].reduce((hash, i) => nextHash(hash, text.charCodeAt(i)), 0);
}

/**
 * A scanner for these secret patterns; it takes about the same time for one as for hundreds. Matches of different secret patterns
 * may overlap, those of one do not.
 */
function scanFor(secretPatterns: readonly SecretPattern[]): Scan {
  const slots = new Uint8Array(SLOTS);
  const buckets = new Map<number, SecretPattern[]>();
  for (const secretPattern of secretPatterns) {
    const hash = hashOf(secretPattern.text);
    slots[hash] = 1;
    const bucket = buckets.get(hash);
    if (bucket === undefined) buckets.set(hash, [secretPattern]);
    else bucket.push(secretPattern);
  }
  return (text, found) => {
    const ends = new Map<SecretPattern, number>();
    let hash = 0;
    for (let at = -2; at < text.length - 2; at++) {
      hash = nextHash(hash, text.charCodeAt(at + 2));
      if (slots[hash] === 0 || at < 0) continue;
      for (const secretPattern of buckets.get(hash) ?? []) {
        if ((ends.get(secretPattern) ?? 0) > at || !text.startsWith(secretPattern.text, at)) continue;
        const span = follow(text, at, secretPattern);
        ends.set(secretPattern, span.to);
        found(secretPattern, span);
      }
    }
  };
}

function follow(
  text: string,
  start: number,
  { text: core, repeatedPattern, at, echoes }: SecretPattern,
): Span {
  let from = start;
  for (let i = at - 1; i >= 0 && from > 0 && text[from - 1] === repeatedPattern[i]; i--) from--;
  let to = start + core.length;
  for (
    let i = at + core.length;
    i < repeatedPattern.length && to < text.length && text[to] === repeatedPattern[i];
    i++
  )
    to++;
  if (echoes && text[to] === text[to - 1]) to++;
  return { from, to };
}

/** Finds the patterns of several secrets in one pass, and says which secret each belongs to. */

export type FoundSecret = (secret: Secret, span: Span) => void;
export type SecretScan = (text: string, found: FoundSecret) => void;

export function secretScan(
  secrets: readonly Secret[],
  patternsOf: (secret: Secret) => readonly SecretPattern[],
): SecretScan {
  const owners = new Map(
    secrets.flatMap((secret) => patternsOf(secret).map((pattern) => [pattern, secret] as const)),
  );
  const scan = scanFor([...owners.keys()]);
  return (text, found) =>
    scan(text, (pattern, span) => {
      const secret = owners.get(pattern);
      if (secret !== undefined) found(secret, span);
    });
}
