/** What a request names that its roles have nothing for: references, and secrets that the world does not declare. */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { namedWords } from './key-role.ts';
import { isOfTags, isUnserved } from '../format/references.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { Roles } from '../planned.ts';

function referenceWords(reference: string, { subject: { resource, id } }: Roles): string {
  const { word } = RESOURCE_FACTS[resource];
  if (reference === '$game') return `the id of the game of the ${word} ${id}`;
  if (isOfTags(reference)) return `tags of the ${word} ${id} for ${reference} to stand for`;
  return `something for ${reference} to stand for`;
}

/** The first of these in words. */
export function otherNeed(
  references: readonly string[],
  { headers: { lines = [], repeat = {} } = {} }: Send,
  roles: Roles,
  { secretKeys, authTokens }: DeclaredWorld,
): string | undefined {
  const unserved = references.find((each) => isUnserved(each, roles));
  if (unserved !== undefined) return referenceWords(unserved, roles);
  const repeated = Object.values(repeat).flatMap((how) => (typeof how === 'string' ? [] : how.secret));
  const named = [...lines.flatMap(({ secret }) => secret ?? []), ...repeated];
  if (named.length === 0) return undefined;
  const declared = [...secretKeys, ...authTokens];
  const secret = named.find((name) => declared.every((each) => each.name !== name));
  return secret === undefined ? undefined : namedWords('a key or a token', secret, declared);
}
