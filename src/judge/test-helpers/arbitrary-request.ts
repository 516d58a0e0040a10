/** Requests of every kind over the default world: valid ones, and ones bent by the tables that the suite shares. */
import fc, { type Arbitrary } from 'fast-check';
import { ENDPOINTS, METHOD, RESOURCE_FACTS, type Endpoint } from '../../contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../contract/headers.ts';
import { membersOf, TAG_KEYS, type Extension } from '../../contract/members.ts';
import type { HeaderLine, HeaderValue } from '../../exchange/header-value.ts';
import { bodyOf, type Request } from '../../exchange/request.ts';
import { STRING_BENDS, type StringBend } from '../../exchange/string-bends.ts';
import type { WireBend } from '../../exchange/wire-bends.ts';
import { toText, type Json, type JsonObject } from '../../rules/json.ts';
import { BODY_BENDS, bendBody, type BodyBend } from '../../suite/body-bends.ts';
import { bendMember, MEMBER_BENDS, type MemberBend } from '../../suite/member-bends.ts';
import { PATH_BENDS, type PathBend } from '../../suite/path-bends.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../../world/world.ts';

/** What requests are made of. */
export interface Material {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
}

/** An arbitrary that is nearly always the plain thing. */
const mostly = <T>(plain: Arbitrary<T>, odd: Arbitrary<T>, weight: number = 6): Arbitrary<T> =>
  fc.oneof({ arbitrary: plain, weight }, { arbitrary: odd, weight: 1 });
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];
const oneOf = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);

const stringBend = oneOf<StringBend>(keysOf(STRING_BENDS));

/** A secret by its name, plain or bent, or what is none. */
function secret(names: readonly string[]): Arbitrary<HeaderValue> {
  const plain = oneOf(names).map((name): HeaderValue => ({ secret: name }));
  const bent = fc
    .tuple(oneOf(names), stringBend)
    .map(([name, bend]): HeaderValue => ({ secret: name, bend }));
  return mostly(plain, fc.oneof(bent, oneOf<HeaderValue>(['', ' ', 'nobodys', 'wröng'])), 8);
}

function gameId({ games }: DeclaredWorld): Arbitrary<HeaderValue> {
  const bent = fc.tuple(oneOf(games), stringBend).map(([game, bend]) => STRING_BENDS[bend](game));
  return fc.oneof(oneOf(games), bent, oneOf(['', ' ', 'no-such-game', '__proto__']));
}

const CONTENT_TYPES = [
  JSON_TYPE,
  ` ${JSON_TYPE}\t`,
  'Application/JSON',
  `${JSON_TYPE};charset=utf-8`,
  `${JSON_TYPE}; charset="UTF-8"`,
  `${JSON_TYPE}; charset=latin1`,
  `${JSON_TYPE}x`,
  'text/plain',
  '',
];

/** No line, one, or several of one name. */
function lines(
  name: string,
  value: Arbitrary<HeaderValue>,
  usual: boolean,
): Arbitrary<readonly HeaderLine[]> {
  const spelt = mostly(fc.constant(name), oneOf([name.toLowerCase(), name.toUpperCase()]));
  const line = fc.tuple(spelt, value).map((pair): HeaderLine => pair);
  const one = line.map((each) => [each]);
  const none = fc.constant<readonly HeaderLine[]>([]);
  const repeated = fc
    .tuple(line, line, fc.boolean())
    .map(([a, b, same]): readonly HeaderLine[] => [a, same ? a : b]);
  return fc.oneof(
    { arbitrary: one, weight: usual ? 24 : 3 },
    { arbitrary: none, weight: usual ? 2 : 12 },
    { arbitrary: repeated, weight: 1 },
  );
}

function headers(endpoint: Endpoint, { world }: Material): Arbitrary<readonly HeaderLine[]> {
  const fit = world.secretKeys.filter(({ role }) => role === endpoint.role).map(({ name }) => name);
  const all = world.secretKeys.map(({ name }) => name);
  const keys = mostly(secret(fit), secret(all), 3);
  const tokens = secret(world.authTokens.map(({ name }) => name));
  return fc
    .tuple(
      lines(SECRET_KEY, keys, true),
      lines(AUTH_TOKEN, tokens, endpoint.variant === 'client'),
      lines(GAME_ID, gameId(world), false),
      mostly(
        fc.constant<readonly HeaderLine[]>([[CONTENT_TYPE, JSON_TYPE]]),
        oneOf(CONTENT_TYPES).map((type): readonly HeaderLine[] =>
          type === '' ? [] : [[CONTENT_TYPE, type]],
        ),
        10,
      ),
    )
    .map((parts) => parts.flat());
}

const keysIn = ({ tags }: Subject): readonly string[] => (tags === UNKNOWN ? [] : tags.map(({ key }) => key));

/** tagKeys of a subject: left out, null, empty, some of its keys, and others among them. */
function tagKeys(subject: Subject | undefined): Arbitrary<Json | undefined> {
  const own = subject === undefined ? [] : keysIn(subject);
  const key = own.length === 0 ? fc.constant('vip') : oneOf(own);
  const odd = oneOf<Json>([
    null,
    '',
    'nobodys',
    'VIP',
    7,
    true,
    [],
    new Map(),
    'k'.repeat(256),
    'k'.repeat(257),
  ]);
  return fc.oneof(
    { arbitrary: fc.constant<Json | undefined>(undefined), weight: 4 },
    { arbitrary: fc.constant<Json>(own), weight: 2 },
    { arbitrary: fc.array(key, { maxLength: 4 }), weight: 3 },
    { arbitrary: fc.array(mostly<Json>(key, odd, 3), { maxLength: 40 }), weight: 1 },
    { arbitrary: oneOf<Json>([null, [], 'vip', 7, false, new Map()]), weight: 2 },
  );
}

const ODD_IDS = [
  '',
  ' ',
  'é'.repeat(5),
  'é'.repeat(10),
  '🦜'.repeat(5),
  '🦜'.repeat(10),
  'a b c d e f',
  '__proto__',
];

function idOf(endpoint: Endpoint, { world }: Material): Arbitrary<string> {
  const { idLength } = RESOURCE_FACTS[endpoint.resource];
  const own = world.subjects.filter(({ resource }) => resource === endpoint.resource).map(({ id }) => id);
  const others = [
    ...world.subjects.map(({ id }) => id),
    ...world.absents.map(({ id }) => id),
    'no such id on earth'.slice(0, idLength),
  ];
  return fc.oneof(
    { arbitrary: oneOf(own), weight: 12 },
    { arbitrary: oneOf(others), weight: 3 },
    { arbitrary: oneOf(ODD_IDS), weight: 1 },
  );
}

const JSON_VALUES: readonly Json[] = [
  null,
  true,
  0,
  1,
  7.5,
  100,
  101,
  -3,
  '',
  'text',
  [],
  ['a', 'b'],
  new Map(),
  new Map([['a', 1]]),
];

function members(endpoint: Endpoint, material: Material): Arbitrary<JsonObject> {
  const { world, extensions } = material;
  const specs = membersOf(endpoint.id, extensions);
  const bend = fc.tuple(
    oneOf(specs.map(({ member }) => member)),
    oneOf(MEMBER_BENDS as readonly MemberBend[]),
  );
  const extras = fc.array(
    fc.tuple(
      oneOf([...specs.filter(({ extension }) => extension).map(({ member }) => member), 'note', '__proto__']),
      oneOf(JSON_VALUES),
    ),
    { maxLength: 2 },
  );
  return idOf(endpoint, material).chain((id) => {
    const subject = world.subjects.find((each) => each.resource === endpoint.resource && each.id === id);
    return fc
      .record({
        id: mostly(
          fc.constant<Json | undefined>(id),
          oneOf<Json | undefined>([undefined, null, 7, [id], false]),
          12,
        ),
        keys: tagKeys(subject),
        extras: mostly(fc.constant<[string, Json][]>([]), extras),
        bends: mostly(fc.constant<[string, MemberBend][]>([]), fc.array(bend, { maxLength: 2 }), 3),
        reversed: fc.boolean(),
      })
      .map(({ id: sent, keys, extras: more, bends, reversed }) => {
        const found = new Map<string, Json>();
        if (sent !== undefined) found.set(endpoint.idMember, sent);
        if (keys !== undefined) found.set(TAG_KEYS, keys);
        for (const [name, value] of more) found.set(name, value);
        for (const [name, how] of bends) {
          const shape = specs.find(({ member }) => member === name)?.shape;
          found.set(name, bendMember(how, { value: found.get(name) ?? null, shape }));
        }
        return reversed ? new Map([...found].toReversed()) : found;
      });
  });
}

/** Bends whose 60,000 levels take too long for thousands of requests; they have a table of their own. */
const DEEP: ReadonlySet<BodyBend> = new Set(['deep-member', 'deep-id', 'deep-array']);
const bodyBend = oneOf(keysOf(BODY_BENDS).filter((bend) => !DEEP.has(bend)));

function body(endpoint: Endpoint, material: Material): Arbitrary<Uint8Array | undefined> {
  const otherId = 'tagproof'.padEnd(RESOURCE_FACTS[endpoint.resource].idLength, 'y');
  const bend = mostly<BodyBend | undefined>(fc.constant(undefined), bodyBend);
  const padding = mostly(fc.constant(0), oneOf([900, 1100, 40_000, 65_536, 90_000, 140_000]), 30);
  return fc.tuple(members(endpoint, material), bend, padding).map(([sent, how, pad]) => {
    const valid = { members: sent, idMember: endpoint.idMember, otherId };
    const bytes =
      how === undefined || !sent.has(endpoint.idMember) ? bodyOf(toText(sent)) : bendBody(how, valid);
    return pad === 0 || bytes === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(pad, ' ')]);
  });
}

/** Any request of the default world's games, keys and subjects. */
export function arbitraryRequest(material: Material): Arbitrary<Request> {
  const path = mostly<PathBend | undefined>(fc.constant(undefined), oneOf(keysOf(PATH_BENDS)), 20);
  const wire = mostly<WireBend | undefined>(
    fc.constant(undefined),
    oneOf<WireBend>(['absolute-form', 'lower-case-headers', 'padded-headers', 'chunked']),
    20,
  );
  const method = mostly(fc.constant<string>(METHOD), oneOf(['GET', 'PUT', 'DELETE', 'PATCH']), 30);
  return oneOf(ENDPOINTS).chain((endpoint) =>
    fc
      .record({
        method,
        path,
        headers: headers(endpoint, material),
        body: body(endpoint, material),
        wire,
      })
      .map((parts): Request => ({
        endpoint: endpoint.id,
        method: parts.method,
        path: parts.path === undefined ? endpoint.path : PATH_BENDS[parts.path](endpoint),
        headers: parts.headers,
        body: parts.body,
        ...(parts.wire !== undefined && { wire: parts.wire }),
      })),
  );
}
