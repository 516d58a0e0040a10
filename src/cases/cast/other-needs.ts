/** What a request names that its roles have nothing for: references, and secrets that the world does not declare. */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { namedWords } from './key-role.ts';
import { isOfTags, unservedIn } from '../format/references.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { Roles } from '../planned.ts';

function referenceWords(reference: string, { subject: { resource, id } }: Roles): string {
  const { word } = RESOURCE_FACTS[resource];
  if (reference === '$game') return `the id of the game of the ${word} ${id}`;
  if (isOfTags(reference)) return `tags of the ${word} ${id} for ${reference} to stand for`;
  return `something for ${reference} to stand for`;
}

/** The first secret that header lines name and the world does not declare. */
function undeclaredSecret(
  { lines = [], repeat = {} }: NonNullable<Send['headers']>,
  { secretKeys, authTokens }: DeclaredWorld,
): string | undefined {
  const named = [
    ...lines.flatMap(({ secret }) => secret ?? []),
    ...Object.values(repeat).flatMap((how) => (typeof how === 'string' ? [] : [how.secret])),
  ];
  if (named.length === 0) return undefined;
  const declared = new Set([...secretKeys, ...authTokens].map(({ name }) => name));
  return named.find((name) => !declared.has(name));
}

/** The first of these in words; `referring` is what may hold references. */
export function otherNeed(
  referring: unknown,
  { headers = {} }: Send,
  roles: Roles,
  world: DeclaredWorld,
): string | undefined {
  const reference = unservedIn(referring, roles);
  if (reference !== undefined) return referenceWords(reference, roles);
  const secret = undeclaredSecret(headers, world);
  if (secret === undefined) return undefined;
  return namedWords('a key or a token', secret, [...world.secretKeys, ...world.authTokens]);
}
