/** Ids made up at random: right in length, of characters that ids are known to have, so that surely nothing has them. */
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../../../spec/endpoints.ts';
import { numbersFrom } from '../../../spec/dialect/numbers-from.ts';
import type { DeclaredWorld } from '../../../world/declared-world.ts';

/** How many different characters make a random id belong to nothing. */
const ENOUGH = 4;

/** The characters of known ids where they are enough, else small letters. Whether an id may hold other than letters and digits is open. */
function plainAlphabetOf(...known: readonly (readonly string[])[]): string {
  const plain = known.map((ids) => [...new Set(ids.join(''))].filter((each) => /[A-Za-z0-9]/.test(each)));
  const found = plain.find(({ length }) => length >= ENOUGH);
  return found?.toSorted().join('') ?? 'abcdefghijklmnopqrstuvwxyz';
}

/** Any number, so that the same target gets the same ids in every run. */
const SEED = 20_261_122;

/** A single made-up id may exist by bad luck; three of them don't. */
const IDS_OF_A_KIND = 3;

function inventIds(resource: Resource, alphabet: string, taken: ReadonlySet<string>): readonly string[] {
  const { idLength } = RESOURCE_FACTS[resource];
  const next = numbersFrom(SEED + idLength);
  const ids = new Set<string>();
  while (ids.size < IDS_OF_A_KIND) {
    const id = Array.from({ length: idLength }, () => alphabet.charAt(next(alphabet.length))).join('');
    if (!taken.has(id)) ids.add(id);
  }
  return [...ids];
}

const declaredIds = ({ subjects, absents }: DeclaredWorld, resource: Resource): readonly string[] =>
  [...subjects, ...absents].filter((each) => each.resource === resource).map(({ id }) => id);

/** Three ids of each kind that nothing has: of the characters of its known ids, else of those of other kinds. */
export function madeUpIds(world: DeclaredWorld): ReadonlyMap<Resource, readonly string[]> {
  const all = RESOURCES.flatMap((resource) => declaredIds(world, resource));
  return new Map(
    RESOURCES.map((resource) => {
      const own = declaredIds(world, resource);
      return [resource, inventIds(resource, plainAlphabetOf(own, all), new Set(own))];
    }),
  );
}
