/** Ids made up at random: right in length, of characters that ids are known to have, that surely no subject has. */
import { RESOURCE_FACTS, type Resource } from '../../contract/endpoints.ts';
import { numbersFrom } from '../../dialect/pairwise.ts';

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const CLASSES = [DIGITS, LOWER, LOWER.toUpperCase()];

/** How many different characters it takes so that a random id belongs to nothing. */
const ENOUGH = 4;

/**
 * The characters of known ids; where they are too few to make up ids of them, all of their classes. Characters beyond
 * letters and digits are left out: whether an id may hold them at all is open.
 */
export function alphabetOf(ids: readonly string[]): string {
  const plain = [...new Set(ids.join(''))].filter((each) => /[A-Za-z0-9]/.test(each)).toSorted();
  if (plain.length >= ENOUGH || plain.length === 0) return plain.join('');
  return CLASSES.filter((all) => plain.some((each) => all.includes(each))).join('');
}

/** Where no id of the kind is known: what its ids may be made of, tried in this order. */
export function alphabetsToTry(otherIds: readonly string[]): readonly string[] {
  const known = alphabetOf(otherIds);
  return [...new Set([known, LOWER, DIGITS, `${DIGITS}abcdef`, LOWER.toUpperCase()])].filter(
    (each) => each !== '',
  );
}

/** Any number, so that the same target gets the same ids in every run. */
const SEED = 20_261_122;

/** An alphabet of too few characters has too few ids: it is given up after this many tries for an id. */
const MOST_TRIES = 100;

/** This many ids of one alphabet, none of them among `taken`; fewer where the alphabet has no more. */
export function inventIds(
  resource: Resource,
  alphabet: string,
  count: number,
  taken: ReadonlySet<string>,
): readonly string[] {
  if (alphabet === '') return [];
  const { idLength } = RESOURCE_FACTS[resource];
  const next = numbersFrom(SEED + idLength);
  const ids = new Set<string>();
  for (let left = count * MOST_TRIES; ids.size < count && left > 0; left -= 1) {
    const id = Array.from({ length: idLength }, () => alphabet.charAt(next(alphabet.length))).join('');
    if (!taken.has(id)) ids.add(id);
  }
  return [...ids];
}
