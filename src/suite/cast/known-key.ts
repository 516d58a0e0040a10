/** A tag key that a target with a catalogue of keys knows, where the subject itself has none to ask for. */
import type { Resource } from '../../contract/endpoints.ts';
import { isPlainKey } from '../../rules/tag-keys-faults.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';

/** A plain key that some declared subject of the kind has; undefined: the world declares none. */
export function knownKey({ subjects }: Pick<DeclaredWorld, 'subjects'>, of: Resource): string | undefined {
  return subjects
    .filter(({ resource }) => resource === of)
    .flatMap(({ tags }) => (tags === UNKNOWN ? [] : tags))
    .map(({ key }) => key)
    .find(isPlainKey);
}
