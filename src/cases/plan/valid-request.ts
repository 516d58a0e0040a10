/** The valid request for a set of roles: a case names only what differs from it. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import { ENDPOINTS, METHOD, type Endpoint, type Resource } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import { NO_KEY } from '../format/references.ts';
import { bodyOf, type HeaderLine, type Request, USER_AGENT, userAgent } from '../../http/request.ts';
import type { Json, JsonObject } from '../../judge/rules/json.ts';
import { isPlainKey, LONG_KEY, MANY_KEYS } from '../../judge/rules/tag-keys.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Roles } from '../planned.ts';
import { knownKey } from '../cast/world-index.ts';

/** A valid request, its parts still apart. */
export interface RequestDraft {
  readonly members: JsonObject;
  readonly headers: readonly HeaderLine[];
  /** The keys that its tagKeys name; undefined: it has none. */
  readonly tagKeys: readonly string[] | undefined;
}

/** What the valid request takes into account besides its roles. */
interface DraftContext {
  /** Keys that the case expects by name: a backend that filters must be asked for them, too. */
  readonly expectedKeys?: readonly string[];
  /** Declared subjects lend a key where the subject has none, and the target is known to have a catalogue of keys. */
  readonly world?: DeclaredWorld;
  /** One key is enough where the target is known to refuse several. */
  readonly fewKeys?: boolean;
}

/** A key for a subject without tags. */
function lentKey({ endpoint }: Roles, dialect: Dialect, { world }: DraftContext): string {
  const hasCatalogue = dialect.answer('tagKeys.unknown', endpoint.id) === 'invalid';
  return (hasCatalogue && world !== undefined ? knownKey(world, endpoint.resource) : undefined) ?? NO_KEY;
}

/**
 * Where tagKeys may be required, naming all keys of the subject gets the same tags under filter and none.
 * Undefined: leaving tagKeys out is right, or no list of keys would be silently right.
 */
function tagKeysNeeded(roles: Roles, dialect: Dialect, context: DraftContext): readonly string[] | undefined {
  const { endpoint, subject } = roles;
  const { expectedKeys = [], fewKeys = false } = context;
  const answer = dialect.answer('tagKeys.omitted', endpoint.id);
  if (answer === 'all') return undefined;
  const tags = subject.exists?.tags ?? [];
  if (tags === UNKNOWN && expectedKeys.length === 0) return undefined;
  const known = tags === UNKNOWN ? [] : tags.map(({ key }) => key);
  const keys = [...new Set([...known, ...expectedKeys])];
  if (keys.length === 0) return [lentKey(roles, dialect, context)];
  const many = dialect.answer('tagKeys.many', endpoint.id);
  if (fewKeys && many !== undefined && many !== 'answered')
    return [keys.find(isPlainKey) ?? keys[0] ?? NO_KEY];
  const odd = keys.length >= MANY_KEYS || keys.some((key) => key === '' || key.length >= LONG_KEY);
  return odd && answer === undefined ? undefined : keys;
}

/** The parts of the valid request. */
export function draftFor(
  roles: Roles,
  dialect: Dialect,
  caseId: string,
  context: DraftContext = {},
): RequestDraft {
  const { endpoint, key, token, subject } = roles;
  const headers: HeaderLine[] = [
    [USER_AGENT, userAgent(caseId)],
    ['Accept', JSON_TYPE],
    [CONTENT_TYPE, JSON_TYPE],
  ];
  if (key !== undefined) headers.push([SECRET_KEY, { secret: key.name }]);
  // Game-Id is sent where the key is not known to carry a game; repeating the key's own would be right, too.
  const hasGame = key !== undefined && key.game !== UNKNOWN && key.game !== null;
  if (!hasGame && subject.game !== IMPLICIT_GAME) headers.push([GAME_ID, subject.game]);
  if (token !== undefined && endpoint.variant === 'client')
    headers.push([AUTH_TOKEN, { secret: token.name }]);
  const members = new Map<string, Json>([[endpoint.idMember, subject.id]]);
  const tagKeys = tagKeysNeeded(roles, dialect, context);
  if (tagKeys !== undefined) members.set(TAG_KEYS, tagKeys);
  return { members, headers, tagKeys };
}

/** The valid request itself, where nothing differs from it. */
export const validRequest = ({ members, headers }: RequestDraft, { id, path }: Endpoint): Request => ({
  endpoint: id,
  method: METHOD,
  path,
  headers,
  body: bodyOf(JSON.stringify(Object.fromEntries(members))),
});

/** Whether every endpoint of a kind demands tagKeys and refuses several. */
export const refuseSeveralKeys = (resource: Resource, dialect: Dialect): boolean =>
  ENDPOINTS.filter((each) => each.resource === resource).every(({ id }) => {
    const many = dialect.answer('tagKeys.many', id);
    return many !== undefined && many !== 'answered' && dialect.answer('tagKeys.omitted', id) !== 'all';
  });
