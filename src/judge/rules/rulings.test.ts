/** What each rule says of a call. The rulings are a committed text, a line each: `clause question: option → refusal | …`. */
import { expect, test } from 'vitest';
import { endpointOf, type EndpointId } from '../../spec/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type AuthToken } from '../../world/world.ts';
import { CONTENT_TYPE_RULE, MEMBERS_RULE, SHAPE_RULE, SIZE_RULE } from './body-rules.ts';
import { GAME_RULE, ROLE_RULE, SECRET_KEY_RULE, TOKEN_RULE } from './header-rules.ts';
import { AUTHORISATION_RULE, PERMISSION_RULE } from './permission-rules.ts';
import { CONTENT_TYPE_QUESTIONS, type ContentTypeKind } from './call.ts';
import type { Rule } from './ruling.ts';
import {
  ANN,
  BOB,
  callOf,
  DASHBOARD,
  describeRulings,
  key,
  subject,
  token,
  worldOf,
  type Asked,
} from './test-helpers/calls.ts';

const SUBJECTS = [
  ...worldOf().subjects,
  subject('characterPlayer', 'annsownchar', [ANN]),
  subject('characterPlayer', 'bobsownchar', [BOB]),
  subject('characterPlayer', 'nobodyschar', []),
  subject('group', 'annandbobs', [ANN, BOB]),
  subject('group', 'bobsgroup1', [BOB]),
  subject('group', 'whosegroup', UNKNOWN),
  subject('gamePlayer', 'a b-c.d/e!', ['a b-c.d/e!']),
  subject('gamePlayer', 'ééééé', ['ééééé']),
];
const WORLD = worldOf({ subjects: SUBJECTS });
const PARTIAL = worldOf({ subjects: SUBJECTS, complete: false });
const ONE_GAME = worldOf({ games: ['one'] });
const LIMITED = worldOf({ limits: { requestBytes: 1000 } });

/** A call, in the whole world unless another one is named. */
type Row = readonly [what: string, asked: Asked, world?: DeclaredWorld];

const unbound = key('Player', { game: null });
const unsure = key('Player', { game: UNKNOWN });

const HEADERS: readonly (readonly [Rule, ...Row[]])[] = [
  [
    SECRET_KEY_RULE,
    ['known', {}],
    ['missing', { key: 'missing' }],
    ['empty', { key: 'empty' }],
    ['unknown', { key: 'unknown' }],
  ],
  [
    ROLE_RULE,
    ['Player on client', { key: key('Player') }],
    ['Admin on server', { on: 'group.server', key: key('Admin') }],
    ['Admin on client', { key: key('Admin') }],
    ['Player on server', { on: 'group.server', key: key('Player') }],
    ['Player on admin', { on: 'group.admin', key: key('Player') }],
    ['unknown', { key: key(UNKNOWN) }],
    ['with an unknown key', { key: 'unknown' }],
  ],
  [
    GAME_RULE,
    ["only the key's", {}],
    ["the key's, repeated", { game: 'one' }],
    ['other than that of the key', { game: 'two' }],
    ['an unknown one, next to that of the key', { game: 'three' }],
    ["the key's in another case", { game: 'ONE' }],
    ['another game in another case, next to that of the key', { game: 'TWO' }],
    ['empty, next to that of the key', { game: '' }],
    ['named only by Game-Id', { key: unbound, game: 'two' }],
    ['no game at all', { key: unbound }],
    ['empty, with a key without a game', { key: unbound, game: '' }],
    ['an unknown one, with a key without a game', { key: unbound, game: 'three' }],
    ['in another case, with a key without a game', { key: unbound, game: 'Two' }],
    ['not named, with a key that may carry one', { key: unsure }],
    ['with an unknown key', { key: 'unknown', game: 'two' }],
    ['not named, where the world has one', { key: unbound }, ONE_GAME],
    ['not listed, with a key without a game', { key: unbound, game: 'three' }, PARTIAL],
    ['not listed, next to that of the key', { game: 'three' }, PARTIAL],
    ...['one', 'two', 'three', ''].map((game): Row => [
      `"${game}", with a key that may carry one`,
      { key: unsure, game },
      PARTIAL,
    ]),
  ],
  [
    TOKEN_RULE,
    ['in force', {}],
    ['missing', { token: 'missing' }],
    ['empty', { token: 'empty' }],
    ['unknown', { token: 'unknown' }],
    ['expired', { token: token(ANN, 'one', true) }],
    ['of another game', { token: token(ANN, 'two') }],
    ['of the dashboard', { token: DASHBOARD }],
    ['of the game that Game-Id names', { key: unbound, game: 'two', token: token(ANN, 'two') }],
    ['of a game, in a request without a game', { key: unbound, token: token(ANN, 'two') }],
    ['perhaps of another game', { key: unsure }, PARTIAL],
    ['missing on an endpoint that takes none', { on: 'group.server' }],
    ['valid on an endpoint that takes none', { on: 'group.server', token: 'known' }],
    ['empty on an endpoint that takes none', { on: 'group.admin', token: 'empty' }],
    ['unknown on an endpoint that takes none', { on: 'group.admin', token: 'unknown' }],
  ],
];

type Rules = 'self' | 'other' | 'both' | 'none' | 'unknown';

/** A caller whose key has these permission rules of the endpoint's resource. */
function by(rules: Rules, on: EndpointId, id?: string, sender?: AuthToken | 'unknown', world = WORLD): Row {
  const { rule, otherRule, role, idMember } = endpointOf(on);
  const set = { self: [rule], other: [otherRule], both: [rule, otherRule], none: [], unknown: [] }[rules];
  const who = sender === undefined ? '' : ` by ${sender === 'unknown' ? 'nobody known' : showHolder(sender)}`;
  const asked: Asked = {
    on,
    key: key(role, { rules: rules === 'unknown' ? UNKNOWN : new Set(set) }),
    body: id === undefined ? {} : { [idMember]: id },
    ...(sender !== undefined && { token: sender }),
  };
  return [
    `${rules}: ${id ?? 'no id'} on ${on}${who}${world === WORLD ? '' : ', not all listed'}`,
    asked,
    world,
  ];
}
const showHolder = ({ holder }: AuthToken): string =>
  holder.kind === 'player' ? holder.userId : 'a dashboard';

const PERMISSIONS: readonly (readonly [Rule, ...Row[]])[] = [
  [
    PERMISSION_RULE,
    ...(['self', 'none', 'other', 'unknown'] as const).map((rules) => by(rules, 'gamePlayer.client', ANN)),
    by('other', 'gamePlayer.client'),
    by('other', 'gamePlayer.client', BOB),
    by('none', 'gamePlayer.client', BOB),
    by('other', 'gamePlayer.client', BOB, 'unknown'),
    by('other', 'gamePlayer.client', 'nosuchplay'),
    by('other', 'gamePlayer.client', ANN, DASHBOARD),
    ...['bobsgroup1', 'annandbobs', 'whosegroup'].map((id) => by('other', 'group.client', id)),
    by('self', 'group.server', 'bobsgroup1'),
    by('other', 'group.server', 'bobsgroup1'),
    by('none', 'group.admin', 'bobsgroup1'),
    by('unknown', 'gamePlayer.server', ANN),
  ],
  [
    AUTHORISATION_RULE,
    by('self', 'gamePlayer.client', ANN),
    by('self', 'gamePlayer.client'),
    by('self', 'characterPlayer.client', 'annsownchar'),
    by('both', 'group.client', 'annandbobs'),
    by('self', 'group.client', 'annandbobs'),
    by('self', 'group.client', 'annandbobs', token(BOB)),
    by('self', 'gamePlayer.client', BOB),
    by('self', 'gamePlayer.client', ANN, token(BOB)),
    by('self', 'characterPlayer.client', 'bobsownchar'),
    by('self', 'characterPlayer.client', 'nobodyschar'),
    by('self', 'group.client', 'bobsgroup1'),
    by('self', 'gamePlayer.client', 'nosuchplay'),
    by('self', 'group.client', 'nosuchgrou'),
    by('both', 'gamePlayer.client', BOB),
    by('both', 'group.client', 'bobsgroup1'),
    by('both', 'group.client', 'nosuchgrou'),
    by('both', 'group.client', 'nosuch'),
    by('other', 'gamePlayer.client', BOB),
    by('both', 'gamePlayer.client', ANN, DASHBOARD),
    by('self', 'group.client', 'annandbobs', DASHBOARD),
    by('none', 'gamePlayer.server', BOB),
    by('none', 'group.admin', 'bobsgroup1'),
    by('self', 'group.client', 'whosegroup', undefined, PARTIAL),
    by('both', 'group.client', 'whosegroup', undefined, PARTIAL),
    by('self', 'group.client', 'notlisted1', undefined, PARTIAL),
    by('self', 'gamePlayer.client', 'notlisted1', undefined, PARTIAL),
    by('unknown', 'gamePlayer.client', BOB, undefined, PARTIAL),
    by('unknown', 'gamePlayer.client', ANN, undefined, PARTIAL),
    ...([undefined, 'three'] as const).map((game): Row => [
      `without a game (Game-Id ${game}) no subject exists`,
      {
        key: key('Player', { game: null, rules: new Set([endpointOf('gamePlayer.client').rule]) }),
        body: { userId: BOB },
        ...(game !== undefined && { game }),
      },
    ]),
  ],
];

const shown = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing').replaceAll(
    /(.)\1{12,}/g,
    (run, character) => `${character}*${run.length}`,
  );
const member = (on: EndpointId, id: unknown, world = WORLD): Row => [
  `${on} ${shown(id)}${world === WORLD ? '' : ', not all listed'}`,
  { on, body: { ...(id !== undefined && { [endpointOf(on).idMember]: id }), tagKeys: ['vip'] } },
  world,
];
const keys = (tagKeys: unknown): Row => [
  `tagKeys ${shown(tagKeys).slice(0, 60)}${Array.isArray(tagKeys) ? `, ${tagKeys.length} of them` : ''}`,
  { body: { userId: ANN, ...(tagKeys !== undefined && { tagKeys }) } },
];
const many = (count: number): Row => keys(Array.from({ length: count }, () => 'vip'));
const long = (length: number): Row => keys(['k'.repeat(length)]);
const body = (what: string, value: Asked['body'], on: EndpointId = 'gamePlayer.client'): Row => [
  what,
  { on, ...(value !== undefined && { body: value }) },
];
const parsed = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text);
/** A key that the subject has. */
function owned(name: string): Row {
  const owner = { ...subject('gamePlayer', 'keysofmine', ['keysofmine']), tags: [{ key: name, value: 'x' }] };
  const asked: Asked = { on: 'gamePlayer.server', body: { userId: 'keysofmine', tagKeys: [name] } };
  return [`the subject's own key ${name}`, asked, worldOf({ subjects: [...worldOf().subjects, owner] })];
}

const CONTENT_TYPES = Object.keys(CONTENT_TYPE_QUESTIONS) as ContentTypeKind[];

const BODIES: readonly (readonly [Rule, ...Row[]])[] = [
  [
    SIZE_RULE,
    ...[0, 500, 501, 1000, 1001, 1999, 2000, 9_000_000].map((bytes): Row => [
      `${bytes} bytes under a limit of 1000`,
      { bytes },
      LIMITED,
    ]),
    ...[1024, 1025].map((bytes): Row => [`${bytes} bytes without a declared limit`, { bytes }]),
  ],
  [CONTENT_TYPE_RULE, ...CONTENT_TYPES.map((type): Row => [type, { type }])],
  [
    SHAPE_RULE,
    ['members', {}],
    ['none', { body: {} }],
    ['no object', { body: 'not-object' }],
    ['no JSON', { body: 'not-json' }],
  ],
  [
    MEMBERS_RULE,
    ...(['gamePlayer.client', 'characterPlayer.server', 'group.admin'] as const).flatMap((id) => {
      const length = id === 'characterPlayer.server' ? 11 : 10;
      const odd = ['#', `${'x'.repeat(length - 2)}#`, '#'.repeat(length + 1), '#'.repeat(length)];
      const plain = [
        '',
        'x',
        'x'.repeat(length - 1),
        'x'.repeat(length),
        'x'.repeat(length + 1),
        'x'.repeat(5000),
      ];
      return [undefined, null, 1234567890, true, [], {}, ...plain, ...odd].map((value) => member(id, value));
    }),
    ['no id, by a dashboard', { token: DASHBOARD, body: { tagKeys: ['vip'] } }],
    member('group.server', '-'.repeat(10)),
    member('gamePlayer.server', '-'.repeat(10)),
    member('gamePlayer.server', '-'.repeat(9)),
    member('gamePlayer.server', 'a b-c.d/e!'),
    member('characterPlayer.admin', 'annsownchar'),
    member('group.client', 'annandbobs'),
    member('group.server', 'notlisted1', PARTIAL),
    member('group.server', 'not-listed', PARTIAL),
    member('gamePlayer.server', 'é'.repeat(10)),
    member('gamePlayer.server', '🦜'.repeat(5)),
    ...['rank', '_x', '0', 'a-b'].map(owned),
    ...[undefined, null, [], 'vip', 7, true, {}, ['vip'], ['vip', 'guild'], ['vip', 'vip']].map(keys),
    ...[['nosuchkey'], ['no-such-key'], ['vip', '__proto__'], ['no such key'], ['clé']].map(keys),
    ...[['odd kéy\u0007'], ['vip', 7], [true, [], {}], ['vip', null], ['', 'vip'], ['vip', null, '', 7]].map(
      keys,
    ),
    ...[32, 33, 1000].map(many),
    ...[16, 17, 256, 257, 4000].map(long),
    keys(['a key of blanks and more']),
    body('two members more', { userId: ANN, tagKeys: ['vip'], note: 1, UserId: 2 }),
    ...['__proto__', 'constructor', 'prototype'].map((name) =>
      body(`a member ${name}`, parsed(`{"userId":"${ANN}","tagKeys":["vip"],"${name}":{"userId":"x"}}`)),
    ),
    body('members of __proto__', parsed('{"__proto__":{"groupId":"annandbobs"}}'), 'group.server'),
    body('two failing members, in the order of the contract', { tagKeys: 7, userId: 'short' }),
    body('no JSON', 'not-json'),
    body('no object', 'not-object'),
  ],
];

test.each([
  ['headers', HEADERS],
  ['permissions', PERMISSIONS],
  ['bodies', BODIES],
])('the rulings on %s', async (name, rules) => {
  const text = rules.flatMap(([rule, ...rows]) => [
    rule.id,
    ...rows.flatMap(([what, asked, world = WORLD]) => [
      `  ${what}`,
      ...describeRulings(callOf(asked), rule, world).map((ruling) => `    ${ruling}`),
    ]),
    '',
  ]);
  await expect(text.join('\n')).toMatchFileSnapshot(`__snapshots__/rulings-on-${name}.txt`);
});
