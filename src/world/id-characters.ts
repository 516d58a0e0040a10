/** Which characters the known ids of a kind have (question id.characters). */
import type { Resource } from '../contract/endpoints.ts';

interface Id {
  readonly resource: Resource;
  readonly id: string;
}

/** The ids that a world knows. */
export interface KnownIds {
  readonly complete: boolean;
  readonly subjects: readonly Id[];
  /** Ids that nothing has. They show which letters and digits are in use, but no other character. */
  readonly absents?: readonly Id[];
}

const PLAIN = /^[A-Za-z0-9]$/;

const ALL_PLAIN = /^[A-Za-z0-9]*$/;

/** The characters of the ids, or only of those ids that have others than letters and digits. */
function charactersOf(ids: readonly Id[], odd = false): ReadonlyMap<Resource, ReadonlySet<string>> {
  const found = new Map<Resource, Set<string>>();
  for (const { resource, id } of ids)
    for (const character of odd && ALL_PLAIN.test(id) ? '' : id)
      found.set(resource, (found.get(resource) ?? new Set<string>()).add(character));
  return found;
}

/** Whether ids of the kind are known to have all characters of an id; in a complete world letters and digits are known. */
export function likenessTo({
  complete,
  subjects,
  absents = [],
}: KnownIds): (resource: Resource, id: string) => boolean {
  const ofSubjects = charactersOf(subjects, true);
  // In a complete world letters and digits are known anyway.
  const ofAll = complete ? ofSubjects : charactersOf([...subjects, ...absents]);
  return (resource, id) =>
    [...id].every((character) =>
      PLAIN.test(character)
        ? complete || ofAll.get(resource)?.has(character) === true
        : ofSubjects.get(resource)?.has(character) === true,
    );
}
