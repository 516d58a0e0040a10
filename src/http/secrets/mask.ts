/** Takes secrets out of text before it is shown, also where a backend gives them back escaped or encoded, or in part. */
import type { Mask, Secret, SecretStore } from './secrets.ts';
import { fold, formsOf, isUnlikely, SEARCHED_LENGTH, searchFor, viewsOf } from './forms.ts';

/** A part of a secret to look for: what stands around it belongs to it as far as it agrees with the whole. */
interface SecretPart {
  readonly secret: Secret;
  readonly text: string;
  readonly whole: string;
  /** Where it begins in the whole. */
  readonly at: number;
}

interface Hit {
  readonly secret: Secret;
  readonly from: number;
  readonly to: number;
}

/**
 * A function that replaces every secret of the secret store that is not public by `<secret:name>`: as it is, JSON-escaped,
 * URL-encoded, in base64 and in hexadecimal, whole or at least its half. Secrets under eight characters are replaced only as they
 * are, between characters that are not part of a word; under three never.
 */
export function maskerOf(secretStore: SecretStore): Mask {
  const hidden = [...secretStore.values()].filter(
    ({ value, public: shown }) => !shown && value.trim().length > 2,
  );
  if (hidden.length === 0) return (text) => text;
  const search = searchFor(hidden.flatMap(secretParts));
  return (text) => {
    const hits: Hit[] = [];
    for (const { text: read, places } of viewsOf(text)) {
      const folded = fold(read);
      search(folded, (part, at) => {
        const [from, to] = grown(folded, part, at);
        const isShort = part.secret.value.length < SEARCHED_LENGTH;
        if (isShort && (isOfWord(folded[from - 1]) || isOfWord(folded[to]))) return;
        hits.push({ secret: part.secret, from: places?.[from] ?? from, to: places?.[to] ?? to });
      });
    }
    return hits.length === 0 ? text : hitsReplaced(text, hits);
  };
}

/** A function that masks values of the environment, but for the target's origin, to which every line about it leads. */
export function hiding(variables: SecretStore, origin: string): Mask {
  const mask = maskerOf(variables);
  return (text) => text.split(origin).map(mask).join(origin);
}

/** What may be left of a value: two fifths of it, as of the half of a key that was sent cut; of a long one less than two pieces. */
const windowOf = (length: number, size: number): number =>
  Math.max(size, Math.min(2 * size - 1, Math.floor((length * 2) / 5)));

/** Where pieces of so many characters begin, one within every window of a text, if it has one that words can't make up. */
function startsOfPieces(text: string, size: number): readonly number[] {
  const tells = (at: number): boolean => size > SEARCHED_LENGTH || isUnlikely(text.slice(at, at + size));
  const window = windowOf(text.length, size);
  const places: number[] = [];
  for (let from = 0; from + window <= text.length;) {
    let at = from + window - size;
    while (at >= from && !tells(at)) at -= 1;
    if (at >= from) places.push(at);
    from = Math.max(from, at) + 1;
  }
  return places;
}

/** Each form of a secret, whole and in pieces. */
function secretParts(secret: Secret): readonly SecretPart[] {
  if (secret.value.length < SEARCHED_LENGTH)
    return [{ secret, text: secret.value, whole: fold(secret.value), at: 0 }];
  return formsOf(secret.value).flatMap(({ text, telling }) => {
    const whole = fold(text);
    const pieces = startsOfPieces(text, telling).map((at) => ({
      secret,
      text: text.slice(at, at + telling),
      whole,
      at,
    }));
    return [{ secret, text, whole, at: 0 }, ...pieces];
  });
}

const isOfWord = (character = ''): boolean => /[\p{L}\p{N}_]/u.test(character);

/** How far the text agrees with the whole around a part that was found. */
function grown(text: string, part: SecretPart, found: number): readonly [from: number, to: number] {
  const start = found - part.at;
  let [from, to] = [found, found + part.text.length];
  while (from > Math.max(0, start) && text[from - 1] === part.whole[from - 1 - start]) from -= 1;
  while (to < text.length && text[to] === part.whole[to - start]) to += 1;
  return [from, to];
}

/** Each run of overlapping hits becomes one marker, that of the longest value where it begins. */
function hitsReplaced(text: string, hits: readonly Hit[]): string {
  const inOrder = hits.toSorted(
    (a, b) => a.from - b.from || b.to - a.to || b.secret.value.length - a.secret.value.length,
  );
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to, secret } of inOrder) {
    if (to <= done) continue;
    if (from >= done) pieces.push(text.slice(done, from), `<secret:${secret.name}>`);
    done = to;
  }
  return pieces.join('') + text.slice(done);
}
