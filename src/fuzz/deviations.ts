/** Every single step away from the valid request on one endpoint, by the part that it alters and the class of the alteration. */
import { RESOURCE_FACTS, RESOURCES } from '../contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../contract/headers.ts';
import { TAG_KEYS } from '../contract/members.ts';
import { STRING_BENDS, type StringBend } from '../exchange/string-bends.ts';
import { MALFORMED_WIRE, WIRE_BENDS, type WireBend } from '../exchange/wire-bends.ts';
import { BODY_BENDS, type BodyBend } from '../suite/body-bends.ts';
import type { Send } from '../suite/case-schema.ts';
import { JSON_BENDS, type MemberBend } from '../suite/member-bends.ts';
import { PATH_BENDS, type PathBend } from '../suite/path-bends.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../world/world.ts';
import { literal, type Deviation } from './deviation.ts';
import type { Material, Stage } from './material.ts';

/** The parts of a request. */
export type Part =
  | 'key'
  | 'token'
  | 'game'
  | 'content-type'
  | 'id'
  | 'tagKeys'
  | 'extension'
  | 'extra'
  | 'body'
  | 'path'
  | 'method'
  | 'wire'
  | 'heavy';

/** Alterations of one kind; a random request takes the class first, so that a long one hides no short one. */
export type DeviationClass = readonly Deviation[];
/** The classes of each part; a part without any can not be altered here. */
export type Deviations = Readonly<Record<Part, readonly DeviationClass[]>>;

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];

const STRING_NAMES = keysOf<StringBend>(STRING_BENDS);
/** Values of many kilobytes or levels: each costs as much as many other requests. */
const HEAVY_VALUES: ReadonlySet<MemberBend> = new Set(['as-deep', 'as-huge-string', 'as-many']);
const HEAVY_BODIES: ReadonlySet<BodyBend> = new Set(['deep-member', 'deep-id', 'deep-array']);

const JSON_NAMES = keysOf(JSON_BENDS).filter((name) => !HEAVY_VALUES.has(name));

type Headers = NonNullable<Send['headers']>;
const headers = (parts: Headers): Deviation => ({ send: { headers: parts } });
const isThere = (each: DeviationClass): boolean => each.length > 0;

/** Values that nobody has. */
const NOBODYS = ['', ' ', 'nobodys', 'wr\u00F6ng'];
const REPEATS = ['same', 'cut-one', 'swap-case', 'empty'] as const;

/** A class that says something of the caller is taken as often as several that only write it otherwise. */
const OFTEN = 3;
const often = (classes: readonly DeviationClass[]): readonly DeviationClass[] =>
  classes.flatMap((each) => Array.from({ length: OFTEN }, () => each));

const leftOut = (name: string): readonly DeviationClass[] => often([[headers({ without: [name] })]]);

/** A header with values that nobody has, altered, repeated. `base`: what sets it where it is not sent by itself. */
function headerClasses(name: string, base: Headers['set'] = undefined): readonly DeviationClass[] {
  const set = base === undefined ? {} : { set: base };
  return [
    base === undefined ? [] : [headers(set)],
    NOBODYS.map((text) => headers({ set: { [name]: text } })),
    STRING_NAMES.map((bend) => headers({ ...set, bend: { [name]: bend } })),
    REPEATS.map((how) => headers({ ...set, repeat: { [name]: how } })),
  ];
}

/** A second line of the header, with another secret that is in force (T31). */
const alsoAs = (name: string, secrets: readonly string[]): DeviationClass =>
  secrets.map((secret) => headers({ repeat: { [name]: { secret } } }));

const keyed = (keys: readonly SecretKey[]): DeviationClass =>
  keys.map(({ name }) => ({ who: { key: name } }));

/** Keys that lack the rule, of the other role, of another game, of none; and all others. */
function keyClasses(stage: Stage, { keys: names, key: find }: Material): readonly DeviationClass[] {
  const { role, rule, otherRule } = stage.endpoint;
  const { game } = stage.plain;
  const keys = names.flatMap((name) => find(name) ?? []);
  const lacksRule = (key: SecretKey): boolean => key.rules !== UNKNOWN && !key.rules.has(rule);
  const fit = keys.filter((key) => key.role === UNKNOWN || key.role === role);
  const kinds = [
    keyed(fit.filter(lacksRule)),
    keyed(fit.filter((key) => !lacksRule(key) && key.rules !== UNKNOWN && !key.rules.has(otherRule))),
    keyed(keys.filter((key) => !fit.includes(key))),
    keyed(fit.filter((key) => key.game !== UNKNOWN && key.game !== null && key.game !== game)),
    keyed(fit.filter((key) => key.game === null)),
  ];
  return [
    ...often(kinds),
    keyed(keys),
    stage.plain.token === undefined ? [] : [headers({ set: { [SECRET_KEY]: '$token' } })],
    ...(stage.plain.key === undefined
      ? []
      : [...leftOut(SECRET_KEY), ...headerClasses(SECRET_KEY), alsoAs(SECRET_KEY, names)]),
  ];
}

const tokened = (tokens: readonly AuthToken[]): DeviationClass =>
  tokens.map(({ name }) => ({ who: { token: name } }));

function tokensByKind(stage: Stage, { tokens: names, token: find }: Material): readonly DeviationClass[] {
  const { game } = stage.plain;
  const tokens = names.flatMap((name) => find(name) ?? []);
  return often([
    tokened(tokens.filter(({ expired }) => expired)),
    tokened(tokens.filter(({ holder }) => holder.kind === 'dashboard')),
    tokened(tokens.filter(({ holder }) => holder.kind === 'player' && holder.game !== game)),
    tokened(tokens.filter(({ holder }) => holder.kind === 'player' && holder.game === game)),
  ]);
}

/** A secret of one kind in the place of another. */
function swapped({ plain }: Stage): readonly DeviationClass[] {
  return plain.key === undefined
    ? []
    : [
        [headers({ set: { [AUTH_TOKEN]: '$key' } })],
        USERS.map((user) => headers({ set: { [AUTH_TOKEN]: user } })),
      ];
}

/** Texts that a careless backend may take for a token: the id of who is asked about, or of anybody. */
const USERS = ['$subject.id'];

/** A client's token, or one that nobody asked for. */
function tokenClasses(stage: Stage, material: Material): readonly DeviationClass[] {
  const kinds = tokensByKind(stage, material);
  if (stage.endpoint.variant === 'client')
    return [
      ...kinds,
      ...swapped(stage),
      ...(stage.plain.token === undefined
        ? []
        : [...leftOut(AUTH_TOKEN), ...headerClasses(AUTH_TOKEN), alsoAs(AUTH_TOKEN, material.tokens)]),
    ];
  const [token] = material.tokens;
  if (token === undefined) return [];
  const set = { [AUTH_TOKEN]: '$token' };
  const sent = kinds.map((each) =>
    each.map(({ who }): Deviation => ({ ...headers({ set }), ...(who && { who }) })),
  );
  const altered = headerClasses(AUTH_TOKEN, set);
  return [...sent, ...altered.map((each) => each.map((deviation) => ({ ...deviation, who: { token } })))];
}

function gameClasses({ games }: Material): readonly DeviationClass[] {
  return [
    ...often([games.map((game) => headers({ set: { [GAME_ID]: literal(game) } }))]),
    [headers({ set: { [GAME_ID]: 'no-such-game-of-tagproof' } })],
    ...leftOut(GAME_ID),
    ...headerClasses(GAME_ID, { [GAME_ID]: '$game' }),
  ];
}

const CONTENT_TYPES = [
  'Application/JSON',
  `${JSON_TYPE};charset=utf-8`,
  `${JSON_TYPE}; charset="UTF-8"`,
  `${JSON_TYPE}; charset=latin1`,
  `${JSON_TYPE}x`,
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
];

const CONTENT_TYPE_CLASSES: readonly DeviationClass[] = [
  CONTENT_TYPES.map((type) => headers({ set: { [CONTENT_TYPE]: type } })),
  [headers({ without: [CONTENT_TYPE] })],
  [headers({ repeat: { [CONTENT_TYPE]: 'same' } })],
];

const bent = (member: string, bends: readonly MemberBend[]): DeviationClass =>
  bends.map((bend): Deviation => ({ send: { bend: { [member]: bend } } }));

/** Left out, of another kind, altered as a text; and the ids of all that there is, and of what there is not. */
function idClasses(stage: Stage, { facts: { world }, keys, tokens }: Material): readonly DeviationClass[] {
  const { targets, endpoint } = stage;
  // Where the id may be left out, it is the caller who is asked about: by every key and token.
  const callers: readonly Deviation['who'][] = endpoint.idRequired
    ? []
    : [...tokens.map((token) => ({ token })), ...keys.map((key) => ({ key }))];
  const exists = ({ game, id }: (typeof targets)[number]): boolean =>
    world.subject(endpoint.resource, game, id).is === 'present';
  return [
    [{ send: { without: ['$id'] } }],
    callers.map((who): Deviation => ({ ...(who && { who }), send: { without: ['$id'] } })),
    bent('$id', ['as-null', 'empty']),
    bent('$id', JSON_NAMES),
    bent('$id', STRING_NAMES),
    oddIds(stage),
    targets.filter(exists).map((who): Deviation => ({ who })),
    targets.filter((target) => !exists(target)).map((who): Deviation => ({ who })),
  ];
}

function extensionClasses({ members, endpoint: { idMember } }: Stage): readonly DeviationClass[] {
  const extensions = members.filter((member) => member !== idMember && member !== TAG_KEYS);
  return extensions.map((member) => bent(member, JSON_NAMES));
}

const EXTRA: DeviationClass = [
  { send: { set: { note: 'x' } } },
  { send: { set: { note: null } } },
  { send: { set: { tags: [] } } },
  headers({ set: { 'X-Note': 'x' } }),
];

/** Names under which a backend may look for an id, beside its own. */
const OTHER_NAMES = [
  'id',
  'Id',
  'ID',
  'targetId',
  'playerId',
  ...RESOURCES.map((each) => RESOURCE_FACTS[each].idMember),
];

/** The id under another name: beside another subject's under its own, and alone. */
function misnamed({ endpoint, targets, plain }: Stage): readonly DeviationClass[] {
  const names = [...new Set(OTHER_NAMES)].filter((name) => name !== endpoint.idMember);
  const other = targets.find(({ game, id }) => game === plain.game && id !== plain.id)?.id ?? 'x';
  return [
    names.map((name): Deviation => ({ send: { set: { [name]: literal(other) } } })),
    names.map((name): Deviation => ({ send: { set: { [name]: '$subject.id' }, without: ['$id'] } })),
  ];
}

/** Characters that mean something to whoever puts an id into a query, a pattern or a page. */
const MEANINGFUL = ["'", '"', '`', '\\', '%', '_', '*', '?', '.', '$', ';', '<', '&', '/', '\n'];

/** Characters of which an id has another length in code units, code points and bytes (T9). */
const LONG_CHARACTERS = ['\u00E9', '\u{1F99C}', 'e\u0301'];

function oddIds({ plain: { id } }: Stage): DeviationClass {
  const half = Math.floor(id.length / 2);
  const ids = [
    ...MEANINGFUL.map((character) => id.slice(0, -1) + character),
    ...LONG_CHARACTERS.flatMap((character) => [half, id.length].map((count) => character.repeat(count))),
  ];
  return ids.map((each): Deviation => ({ send: { set: { $id: literal(each) } } }));
}

/** Other spellings of the same body have a class of their own: they must change nothing. */
const SAME_BODY: readonly BodyBend[] = ['spaced', 'escaped', 'members-reversed'];

const bodies = (names: readonly BodyBend[]): DeviationClass => names.map((body) => ({ send: { body } }));

/** Methods that no server takes for anything else. */
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

const sentAs = (names: readonly WireBend[]): DeviationClass => names.map((wire) => ({ send: { wire } }));

/** Ways on the wire that are judged, and ways after which only the next connection is. */
function wireClasses(wire: boolean): readonly DeviationClass[] {
  const names = wire ? keysOf<WireBend>(WIRE_BENDS) : [];
  return [
    sentAs(names.filter((name) => !MALFORMED_WIRE.has(name))),
    sentAs(names.filter((name) => MALFORMED_WIRE.has(name))),
  ];
}

/** What costs much to send or to read: rarely. */
function heavyClasses({ members, endpoint }: Stage, { facts }: Material): readonly DeviationClass[] {
  const names = members.map((member) => (member === endpoint.idMember ? '$id' : member));
  const sized = facts.world.limits.requestBytes !== undefined;
  return [
    names.flatMap((name) => bent(name, [...HEAVY_VALUES])),
    bodies([...HEAVY_BODIES]),
    sized ? [{ send: { pad: 'half' } }, { send: { pad: 'double' } }] : [],
  ];
}

/** All single steps of an endpoint, but for lists of tagKeys, which depend on the subject (`tag-key-lists.ts`). */
export function deviationsOf(stage: Stage, material: Material): Deviations {
  const all: Deviations = {
    key: keyClasses(stage, material),
    token: tokenClasses(stage, material),
    game: gameClasses(material),
    'content-type': CONTENT_TYPE_CLASSES,
    id: idClasses(stage, material),
    tagKeys: [bent(TAG_KEYS, JSON_NAMES)],
    extension: extensionClasses(stage),
    extra: [EXTRA, ...misnamed(stage)],
    body: [
      bodies(SAME_BODY),
      bodies(
        keysOf<BodyBend>(BODY_BENDS).filter((name) => !SAME_BODY.includes(name) && !HEAVY_BODIES.has(name)),
      ),
    ],
    path: [keysOf<PathBend>(PATH_BENDS).map((path): Deviation => ({ send: { path } }))],
    method: [METHODS.map((method): Deviation => ({ send: { method } }))],
    wire: wireClasses(material.wire),
    heavy: heavyClasses(stage, material),
  };
  const there = Object.entries(all).map(([part, classes]) => [part, classes.filter(isThere)] as const);
  return Object.fromEntries(there) as unknown as Deviations;
}
