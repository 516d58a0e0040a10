/** Requests of every kind over a world: mostly valid ones, altered by the tables that suite and fuzzer share. */
import fc, { type Arbitrary } from 'fast-check';
import { ENDPOINTS, METHOD, RESOURCE_FACTS, type Endpoint } from '../../contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../contract/headers.ts';
import { membersOf, TAG_KEYS, type Extension } from '../../contract/members.ts';
import type { HeaderLine, HeaderValue } from '../../http/header-value.ts';
import { bodyOf, type Request } from '../../http/request.ts';
import {
  alterString,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { toText, type Json, type JsonObject } from '../../rules/json.ts';
import {
  BODY_ALTERATIONS,
  alterBody,
  type BodyAlteration,
} from '../../suite/format/alterations/body-alterations.ts';
import {
  alterMember,
  type MemberAlteration,
  MEMBER_ALTERATIONS,
} from '../../suite/format/alterations/member-alterations.ts';
import {
  alterPath,
  PATH_ALTERATIONS,
  type PathAlteration,
} from '../../suite/format/alterations/path-alterations.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';

/** The world and extensions that requests are made from. */
export interface Material {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
}

/** The subject of a request and the endpoint it goes to. */
interface Scope extends Material {
  readonly endpoint: Endpoint;
  readonly subject: Subject;
}

/** Picks the plain value, and one time in `weight + 1` an odd one. */
const mostly = <T>(plain: Arbitrary<T>, odd: Arbitrary<T>, weight: number = 6): Arbitrary<T> =>
  fc.oneof({ arbitrary: plain, weight }, { arbitrary: odd, weight: 1 });
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];
const oneOf = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
/** The first list that is not empty. */
const firstOf = <T>(...lists: readonly (readonly T[])[]): readonly T[] =>
  lists.find((list) => list.length > 0) ?? [];
const nameOf = (items: readonly { readonly name: string }[]): Arbitrary<string> =>
  oneOf(items.map(({ name }) => name));

const stringAlteration = oneOf<StringAlteration>(keysOf(STRING_ALTERATIONS));

/** A secret by its name, plain or altered, or a text that is not a secret. */
function secret(fit: Arbitrary<string>, any: Arbitrary<string>): Arbitrary<HeaderValue> {
  const plain = mostly(fit, any).map((name): HeaderValue => ({ secret: name }));
  const altered = fc
    .tuple(any, stringAlteration)
    .map(([name, alter]): HeaderValue => ({ secret: name, alter }));
  return mostly(plain, fc.oneof(altered, oneOf<HeaderValue>(['', ' ', 'nobodys', 'wröng'])), 10);
}

/** Usually one line; otherwise none, or two of the same name. */
function lines(
  name: string,
  value: Arbitrary<HeaderValue>,
  usual: boolean,
): Arbitrary<readonly HeaderLine[]> {
  const spelt = mostly(fc.constant(name), oneOf([name.toLowerCase(), name.toUpperCase()]));
  const line = fc.tuple(spelt, value).map((pair): HeaderLine => pair);
  const repeated = fc
    .tuple(line, line, fc.boolean())
    .map(([a, b, same]): readonly HeaderLine[] => [a, same ? a : b]);
  return fc.oneof(
    { arbitrary: line.map((each): readonly HeaderLine[] => [each]), weight: usual ? 30 : 3 },
    { arbitrary: fc.constant<readonly HeaderLine[]>([]), weight: usual ? 2 : 30 },
    { arbitrary: repeated, weight: 1 },
  );
}

const carries =
  (game: string, { endpoint }: Scope) =>
  ({ role, rules, game: bound }: SecretKey): boolean =>
    (role === UNKNOWN || role === endpoint.role) &&
    (rules === UNKNOWN || rules.has(endpoint.rule)) &&
    (bound === UNKNOWN || bound === game);

function secretKey(scope: Scope): Arbitrary<HeaderValue> {
  const { secretKeys } = scope.world;
  const bound = secretKeys.filter(carries(scope.subject.game, scope));
  const unbound = secretKeys.filter(
    ({ role, game }) => game === null && (role === UNKNOWN || role === scope.endpoint.role),
  );
  return secret(nameOf(firstOf([...bound, ...unbound], secretKeys)), nameOf(secretKeys));
}

function authToken({ subject, world: { authTokens } }: Scope): Arbitrary<HeaderValue> {
  const ofGame = authTokens.filter(
    ({ holder, expired }) => !expired && holder.kind === 'player' && holder.game === subject.game,
  );
  const own = ofGame.filter(
    ({ holder }) =>
      holder.kind === 'player' && subject.owners !== UNKNOWN && subject.owners.includes(holder.userId),
  );
  return secret(nameOf(firstOf(own, ofGame, authTokens)), nameOf(authTokens));
}

function gameId({ subject, world: { games } }: Scope): Arbitrary<HeaderValue> {
  const altered = fc.tuple(oneOf(games), stringAlteration).map(([game, alter]) => alterString(game, alter));
  return mostly(
    fc.constant(subject.game),
    fc.oneof(oneOf(games), altered, oneOf(['', ' ', 'no-such-game'])),
    2,
  );
}

const CONTENT_TYPES = [
  ` ${JSON_TYPE}\t`,
  'Application/JSON',
  `${JSON_TYPE};charset=utf-8`,
  `${JSON_TYPE}; charset="UTF-8"`,
  `${JSON_TYPE}; charset=latin1`,
  `${JSON_TYPE}x`,
  'text/plain',
  '',
];
const contentType: Arbitrary<readonly HeaderLine[]> = mostly(
  fc.constant<readonly HeaderLine[]>([[CONTENT_TYPE, JSON_TYPE]]),
  oneOf<readonly HeaderLine[]>([[], ...CONTENT_TYPES.map((type) => [[CONTENT_TYPE, type]] as const)]),
  12,
);

function headers(scope: Scope): Arbitrary<readonly HeaderLine[]> {
  return lines(SECRET_KEY, secretKey(scope), true).chain((keyLines) => {
    const unbound = scope.world.secretKeys.some(
      ({ name, game }) =>
        (game === null || game === UNKNOWN) &&
        keyLines.some(([, value]) => typeof value !== 'string' && value.secret === name),
    );
    return fc
      .tuple(
        lines(AUTH_TOKEN, authToken(scope), scope.endpoint.variant === 'client'),
        lines(GAME_ID, gameId(scope), unbound),
        contentType,
      )
      .map((parts) => [...keyLines, ...parts.flat()]);
  });
}

const ODD_KEYS: readonly Json[] = [
  null,
  '',
  'nobodys',
  7,
  true,
  [],
  new Map(),
  'k'.repeat(256),
  'k'.repeat(257),
];

/** tagKeys of a subject: left out, all its keys, some, other keys, or not a list of keys. */
function tagKeys({ subject: { tags } }: Scope): Arbitrary<Json | undefined> {
  const own = tags === UNKNOWN || tags.length === 0 ? ['vip'] : tags.map(({ key }) => key);
  const key = oneOf<Json>(own);
  return fc.oneof(
    { arbitrary: fc.constant<Json | undefined>(undefined), weight: 6 },
    { arbitrary: fc.constant<Json>(own), weight: 3 },
    { arbitrary: fc.array(key, { maxLength: 4 }), weight: 4 },
    { arbitrary: fc.array(mostly(key, oneOf(ODD_KEYS), 3), { maxLength: 40 }), weight: 1 },
    { arbitrary: oneOf<Json>([null, [], 'vip', 7, false, new Map()]), weight: 2 },
  );
}

const ODD_IDS = [' ', 'é'.repeat(5), 'é'.repeat(10), '🦜'.repeat(5), '🦜'.repeat(10), '__proto__'];

function idSent({ endpoint, subject, world }: Scope): Arbitrary<Json | undefined> {
  const absent = world.absents.filter(({ resource }) => resource === endpoint.resource).map(({ id }) => id);
  const others = [...world.subjects.map(({ id }) => id), ...absent, 'no such id on earth'];
  const odd: readonly (Json | undefined)[] = [undefined, undefined, null, '', 7, [subject.id], ...ODD_IDS];
  return fc.oneof(
    { arbitrary: fc.constant<Json | undefined>(subject.id), weight: 16 },
    { arbitrary: oneOf<Json | undefined>(firstOf(absent, ['tagproofxx'])), weight: 2 },
    { arbitrary: oneOf<Json | undefined>(others), weight: 1 },
    { arbitrary: oneOf(odd), weight: 2 },
  );
}

const SCALARS: readonly Json[] = [null, true, 0, 1, 7.5, 100, 101, -3, '', 'text'];
const LISTS: readonly Json[] = [[], ['a', 'b'], ['a', 'b', 'c', 'd'], ['a', 1]];
const VALUES: readonly Json[] = [...SCALARS, ...LISTS, new Map(), new Map([['a', 1]])];

function members(scope: Scope): Arbitrary<JsonObject> {
  const { endpoint, extensions } = scope;
  const specs = membersOf(endpoint.id, extensions);
  const alterations = fc.array(
    fc.tuple(oneOf(specs.map(({ member }) => member)), oneOf(MEMBER_ALTERATIONS)),
    {
      maxLength: 2,
    },
  );
  const names = [
    ...specs.filter(({ extension }) => extension).map(({ member }) => member),
    'note',
    '__proto__',
  ];
  const more = fc.array(fc.tuple(oneOf(names), oneOf(VALUES)), { maxLength: 2 });
  return fc
    .record({
      id: idSent(scope),
      keys: tagKeys(scope),
      more: mostly(fc.constant<[string, Json][]>([]), more),
      alterations: mostly(fc.constant<[string, MemberAlteration][]>([]), alterations, 4),
      reversed: fc.boolean(),
    })
    .map((parts) => {
      const sent = new Map<string, Json>(parts.id === undefined ? [] : [[endpoint.idMember, parts.id]]);
      if (parts.keys !== undefined) sent.set(TAG_KEYS, parts.keys);
      for (const [name, value] of parts.more) sent.set(name, value);
      for (const [name, how] of parts.alterations) {
        const shape = specs.find(({ member }) => member === name)?.shape;
        sent.set(name, alterMember(how, { value: sent.get(name) ?? null, shape }));
      }
      return parts.reversed ? new Map([...sent].toReversed()) : sent;
    });
}

/** Whether an alteration nests thousands of levels: too slow for thousands of requests, so a separate table tests them. */
const isDeep = (alter: BodyAlteration): boolean => alter.startsWith('deep-');
const bodyAlteration = oneOf(keysOf(BODY_ALTERATIONS).filter((alter) => !isDeep(alter)));
const SIZES = [900, 1_100, 30_000, 40_000, 65_000, 90_000, 131_072];

/** The altered bytes of a body of these members. */
export function alteredBody(
  alter: BodyAlteration,
  endpoint: Endpoint,
  sent: JsonObject,
): Uint8Array | undefined {
  const otherId = 'tagproof'.padEnd(RESOURCE_FACTS[endpoint.resource].idLength, 'y');
  return alterBody(alter, { members: sent, idMember: endpoint.idMember, otherId });
}

function body(scope: Scope): Arbitrary<Uint8Array | undefined> {
  const alter = mostly<BodyAlteration | undefined>(fc.constant(undefined), bodyAlteration, 8);
  const padding = mostly(fc.constant(0), oneOf(SIZES), 40);
  return fc.tuple(members(scope), alter, padding).map(([sent, how, size]) => {
    const alterations = how !== undefined && typeof sent.get(scope.endpoint.idMember) === 'string';
    const bytes = alterations ? alteredBody(how, scope.endpoint, sent) : bodyOf(toText(sent));
    const missing = bytes === undefined ? 0 : size - bytes.length;
    return bytes === undefined || missing <= 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing, ' ')]);
  });
}

const WIRES: readonly WireAlteration[] = [
  'absolute-form',
  'lower-case-headers',
  'mixed-case-headers',
  'padded-headers',
  'chunked',
  'chunk-trailers',
  'pipelined',
];
const path = mostly<PathAlteration | undefined>(fc.constant(undefined), oneOf(keysOf(PATH_ALTERATIONS)), 30);
const wire = mostly<WireAlteration | undefined>(fc.constant(undefined), oneOf(WIRES), 20);
const method = mostly<string>(fc.constant(METHOD), oneOf(['GET', 'PUT', 'DELETE', 'PATCH']), 40);

function request(scope: Scope): Arbitrary<Request> {
  const { endpoint } = scope;
  return fc
    .record({ method, path, headers: headers(scope), body: body(scope), wire })
    .map(({ path: how, wire: way, ...parts }) => ({
      ...parts,
      endpoint: endpoint.id,
      path: how === undefined ? endpoint.path : alterPath(how, endpoint),
      ...(way !== undefined && { wire: way }),
    }));
}

/** Any request about the subjects of a world, with its keys and tokens. */
export function arbitraryRequest(material: Material): Arbitrary<Request> {
  const scopes = ENDPOINTS.flatMap((endpoint) => {
    const subjects = material.world.subjects.filter(({ resource }) => resource === endpoint.resource);
    return subjects.map((subject): Scope => ({ ...material, endpoint, subject }));
  });
  const made = new Map<Scope, Arbitrary<Request>>();
  return fc.constantFrom(...scopes).chain((scope) => {
    const known = made.get(scope) ?? request(scope);
    made.set(scope, known);
    return known;
  });
}
