/** Questions userId.omitted to tagKeys.empty, tagKeys.many, members.listed and members.extra. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import { ENDPOINTS, type EndpointId } from '../../spec/endpoints.ts';
import type { Extension, MemberShape } from '../../spec/members.ts';
import { MEMBERS_RULE } from './body-rules.ts';
import {
  ANN,
  callOf,
  DASHBOARD,
  describeRulings,
  subject,
  worldOf,
  type Asked,
} from './test-helpers/calls.ts';

const WORLD = worldOf({
  subjects: [
    ...worldOf().subjects,
    subject('characterPlayer', 'annsownchar', [ANN]),
    subject('group', 'annandbobs', [ANN]),
    subject('gamePlayer', 'a b-c.d/e!', ['a b-c.d/e!']),
    subject('gamePlayer', 'ééééé', ['ééééé']),
  ],
});

/** The rulings on the id; whether the subject has the requested key is another question. */
const aboutId = (rulings: readonly string[]): readonly string[] =>
  rulings.filter((ruling) => !ruling.startsWith('4.3/tag-keys/known'));
const ofId = (on: EndpointId, id: unknown, more: Asked = {}, world = WORLD): readonly string[] => {
  const [, , member = ''] = ENDPOINTS.flatMap((each) => (each.id === on ? ['', '', each.idMember] : []));
  return aboutId(
    describeRulings(callOf({ on, body: { [member]: id, tagKeys: ['vip'] }, ...more }), MEMBERS_RULE, world),
  );
};
const omitted = (on: EndpointId, more: Asked = {}): readonly string[] =>
  aboutId(describeRulings(callOf({ on, body: { tagKeys: ['vip'] }, ...more }), MEMBERS_RULE, WORLD));

/** Question members.wrongType: a member of the wrong JSON type. */
const wrong = (clause: string, member: string): string =>
  `${clause} members.wrongType: -5 ${member} TypeInvalid | without a list → -5 unlisted`;

/** Question members.extra: a member that is not in the document. */
const extra = (member: string): string =>
  `4.3/extra members.extra: ignored → holds | invalid → -5 ${member} any | without a list → -5 unlisted`;

const REQUIRED = ENDPOINTS.filter(({ idRequired }) => idRequired);
/** The client endpoint of the game player: without an id it means the sender. */
const SENDER = 'gamePlayer.client';

describe.each(ENDPOINTS)('the id on $id', ({ id: on, resource, idMember: name }) => {
  const length = { gamePlayer: 10, characterPlayer: 11, group: 10 }[resource];

  test.each([1234567890, 1.5, true, false, [], ['x'], {}, { value: 'x' }])('%j is TypeInvalid', (value) => {
    expect(ofId(on, value)).toEqual([wrong('2.1/type', name)]);
  });

  test('of another length is StringMinLength or StringMaxLength, and only then', () => {
    for (const short of ['x', 'x'.repeat(length - 1)])
      expect(ofId(on, short)).toEqual([`7.3/string-min-length: -5 ${name} StringMinLength`]);
    for (const long of ['x'.repeat(length + 1), 'x'.repeat(5000)])
      expect(ofId(on, long)).toEqual([`7.3/string-max-length: -5 ${name} StringMaxLength`]);
    const property = fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (text) => {
      const rulings = ofId(on, text).filter((ruling) => ruling.includes('Length'));
      if (text !== '' && rulings.length > 0 !== (text.length !== length))
        throw new Error(`${text}: ${rulings.join()}`);
    });
    holds(property, 30);
  });

  test('of another length with odd characters may be listed for the characters, too, or for them alone (id.characters, id.fault)', () => {
    const beside = `2.1/format id.characters: not-found → holds | invalid → -5 ${name} any`;
    const orAlone = `id.fault: its characters alone → -5 ${name} any`;
    for (const short of ['#', 'x'.repeat(length - 2) + '#'])
      expect(ofId(on, short)).toEqual([
        `7.3/string-min-length ${orAlone} | -5 ${name} StringMinLength`,
        beside,
      ]);
    expect(ofId(on, '#'.repeat(length + 1))).toEqual([
      `7.3/string-max-length ${orAlone} | -5 ${name} StringMaxLength`,
      beside,
    ]);
  });

  test('empty is StringNull or too short (id.empty)', () => {
    const sender = on === SENDER ? ' | sender → holds' : '';
    expect(ofId(on, '')).toEqual([
      `7.3/string-null id.empty: StringNull → -5 ${name} StringNull | StringMinLength → -5 ${name} StringMinLength | DataRequired → -5 ${name} DataRequired${sender}`,
    ]);
  });

  test('of no subject may be refused for its characters (id.characters)', () => {
    expect(ofId(on, 'x'.repeat(length))).toEqual([
      `2.1/format id.format: free → holds | invalid → -5 ${name} any`,
    ]);
    expect(ofId(on, '#'.repeat(length))).toEqual([
      `2.1/format id.characters: not-found → holds | invalid → -5 ${name} any`,
    ]);
  });
});

test('odd characters that another id of the resource has are no reason for a refusal (id.characters)', () => {
  const odd = ofId('group.server', '-'.repeat(10));
  expect(odd).toEqual(['2.1/format id.characters: not-found → holds | invalid → -5 groupId any']);
  expect(ofId('gamePlayer.server', '-'.repeat(10))).toEqual([
    '2.1/format id.format: free → holds | invalid → -5 userId any',
  ]);
  expect(ofId('gamePlayer.server', '-'.repeat(9))).toEqual([
    '7.3/string-min-length: -5 userId StringMinLength',
  ]);
});

test.each(REQUIRED)('left out or null on $id: id.missing, id.null', ({ id: on, idMember: name }) => {
  expect(omitted(on)).toEqual([
    `4.3/id/required id.missing: DataRequired → -5 ${name} DataRequired | StringNull → -5 ${name} StringNull`,
  ]);
  expect(ofId(on, null)).toEqual([
    `7.3/string-null id.null: StringNull → -5 ${name} StringNull | DataRequired → -5 ${name} DataRequired | TypeInvalid → -5 ${name} TypeInvalid`,
  ]);
});

describe('the id on the client of the game player', () => {
  test('left out is the sender, or a missing member (userId.omitted)', () => {
    expect(omitted(SENDER)).toEqual([
      '4.3/user-id/sender userId.omitted: sender → holds | DataRequired → -5 userId DataRequired | StringNull → -5 userId StringNull',
    ]);
  });

  test('null is a null string, or the same as left out (userId.null)', () => {
    expect(ofId(SENDER, null)).toEqual([
      '7.3/string-null userId.null: StringNull → -5 userId StringNull | DataRequired → -5 userId DataRequired | sender → holds | TypeInvalid → -5 userId TypeInvalid',
    ]);
  });

  test('left out by a dashboard, which is not a player, is answered as missing, refused or not found (userId.dashboard)', () => {
    expect(omitted(SENDER, { token: DASHBOARD })).toEqual([
      '4.3/user-id/sender userId.dashboard: DataRequired → -5 userId DataRequired | OperationNotAuthorized → -6 | OperationNotAllow → -2 | GamePlayerNotFound → holds | SecretInvalid → -10 | OperationInvalid → -4 | StringNull → -5 userId StringNull',
    ]);
  });
});

test.each([
  ['gamePlayer.client', ANN],
  ['gamePlayer.server', 'a b-c.d/e!'],
  ['characterPlayer.admin', 'annsownchar'],
  ['group.client', 'annandbobs'],
] as const)('the id of a subject is right, whatever its characters: %s %s', (on, id) => {
  expect(ofId(on, id)).toEqual([]);
});

test('an id that an incomplete world does not list may be right', () => {
  const partial = worldOf({ complete: false });
  expect(ofId('group.server', 'notlisted1', {}, partial)).toEqual([
    '2.1/format id.characters id.format: holds | invalid → -5 groupId any, -5 groupId any',
  ]);
  expect(ofId('group.server', 'not-listed', {}, partial)).toEqual([
    '2.1/format id.characters: holds | not-found → holds | invalid → -5 groupId any',
  ]);
});

test.each([
  [
    'é'.repeat(10),
    'ten characters and units',
    [
      '2.1/length id.unit: code points → holds | UTF-16 units → holds | UTF-8 bytes → -5 userId StringMaxLength',
    ],
  ],
  [
    '🦜'.repeat(5),
    'ten units',
    [
      '7.3/string-min-length id.unit: code points → -5 userId StringMinLength | UTF-16 units → holds | UTF-8 bytes → -5 userId StringMaxLength',
    ],
  ],
])('the length of %s, %s, is judged only if all units agree (id.unit)', (id, _, lengths) => {
  const rulings = ofId('gamePlayer.server', id);
  expect(rulings.slice(0, 1)).toEqual(lengths);
});

describe('tagKeys (§4.3, tagKeys.empty, tagKeys.many)', () => {
  const ofKeys = (tagKeys: unknown): readonly string[] =>
    describeRulings(callOf({ body: { userId: ANN, tagKeys } }), MEMBERS_RULE, WORLD);
  const element = (at: number, type: string): string => `-5 tagKeys[${at}] ${type}`;
  const EMPTY = '4.3/tag-keys/empty';
  const nullAt = (at: number): string =>
    `${EMPTY} tagKeys.nullElement members.wrongType: ignored → holds | TypeInvalid → ${element(at, 'TypeInvalid')} | StringNull → ${element(at, 'StringNull')} | ServiceArrayNull → ${element(at, 'ServiceArrayNull')} | TypeInvalid&without a list → -5 unlisted`;
  const emptyAt = (at: number): string =>
    `${EMPTY} tagKeys.emptyElement: ignored → holds | StringNull → ${element(at, 'StringNull')} | StringMinLength → ${element(at, 'StringMinLength')}`;
  const LIMITS = '4.3/tag-keys/many';
  const TOO_LARGE = 'MaxSizeRequestReject → -9';
  const MANY = `${LIMITS} tagKeys.many: holds | invalid → -5 tagKeys any`;
  const TWICE = `${LIMITS} tagKeys.twice: answered → holds | invalid → -5 tagKeys any`;
  const longAt = (at: number): string => `${LIMITS} tagKeys.long: holds | invalid → ${element(at, 'any')}`;
  const oddAt = (at: number): string =>
    `${LIMITS} tagKeys.characters: holds | invalid → ${element(at, 'any')}`;
  const unknownAt = (at: number): string =>
    `4.3/tag-keys/known tagKeys.unknown: holds | invalid → ${element(at, 'any')}`;

  test.each([
    ['rank', []],
    ['_x', []],
    ['0', [oddAt(0)]],
    ['a-b', [oddAt(0)]],
  ])(
    'that name the key %s of the subject: a pattern may refuse a key that is not an identifier',
    (key, rulings) => {
      const owner = { ...subject('gamePlayer', 'keysofmine', ['keysofmine']), tags: [{ key, value: 'x' }] };
      const world = worldOf({ subjects: [...worldOf().subjects, owner] });
      const call = callOf({ on: 'gamePlayer.server', body: { userId: 'keysofmine', tagKeys: [key] } });
      expect(describeRulings(call, MEMBERS_RULE, world)).toEqual(rulings);
    },
  );

  test('left out', () => {
    expect(describeRulings(callOf({ body: { userId: ANN } }), MEMBERS_RULE, WORLD)).toEqual([
      `${EMPTY} tagKeys.omitted: all → holds | DataRequired → -5 tagKeys DataRequired | ServiceArrayNull → -5 tagKeys ServiceArrayNull`,
    ]);
  });

  test.each<readonly [sent: unknown, ...rulings: string[]]>([
    [['vip']],
    [['vip', 'guild'], MANY, unknownAt(1)],
    [['vip', 'vip'], MANY, TWICE],
    [['nosuchkey'], unknownAt(0)],
    [['no-such-key'], oddAt(0)],
    [['vip', '__proto__'], MANY, oddAt(1)],
    [['no such key'], oddAt(0)],
    [['clé'], oddAt(0)],
    [['odd kéy\u0007'], `${LIMITS} tagKeys.characters: answered → holds | invalid → ${element(0, 'any')}`],
    [
      null,
      `${EMPTY} tagKeys.null: all → holds | none → holds | ServiceArrayNull → -5 tagKeys ServiceArrayNull | DataRequired → -5 tagKeys DataRequired | TypeInvalid → -5 tagKeys TypeInvalid`,
    ],
    [
      [],
      `${EMPTY} tagKeys.empty: all → holds | none → holds | ServiceArrayMinLength → -5 tagKeys ServiceArrayMinLength | DataRequired → -5 tagKeys DataRequired | ServiceArrayNull → -5 tagKeys ServiceArrayNull`,
    ],
    ['vip', wrong('4.3/tag-keys/type', 'tagKeys')],
    [7, wrong('4.3/tag-keys/type', 'tagKeys')],
    [true, wrong('4.3/tag-keys/type', 'tagKeys')],
    [{}, wrong('4.3/tag-keys/type', 'tagKeys')],
    [['vip', 7], MANY, wrong('4.3/tag-keys/type', 'tagKeys[1]')],
    [[true, [], {}], MANY, ...[0, 1, 2].map((at) => wrong('4.3/tag-keys/type', `tagKeys[${at}]`))],
    [['vip', null], MANY, nullAt(1)],
    [['', 'vip'], MANY, emptyAt(0)],
    [['vip', null, '', 7], MANY, nullAt(1), emptyAt(2), wrong('4.3/tag-keys/type', 'tagKeys[3]')],
    [Array.from({ length: 32 }, () => 'vip'), MANY, TWICE],
    [
      Array.from({ length: 33 }, () => 'vip'),
      `${LIMITS} tagKeys.many: holds | invalid → -5 tagKeys any | ${TOO_LARGE}`,
      TWICE,
    ],
    [
      Array.from({ length: 1000 }, () => 'vip'),
      `${LIMITS} tagKeys.many: answered → holds | invalid → -5 tagKeys any | ${TOO_LARGE}`,
      TWICE,
    ],
    [['k'.repeat(16)], unknownAt(0)],
    [['k'.repeat(17)], longAt(0)],
    [['k'.repeat(256)], longAt(0)],
    [['k'.repeat(257)], `${LIMITS} tagKeys.long: holds | invalid → ${element(0, 'any')} | ${TOO_LARGE}`],
    [
      ['k'.repeat(4000)],
      `${LIMITS} tagKeys.long: answered → holds | invalid → ${element(0, 'any')} | ${TOO_LARGE}`,
    ],
    [['a key of blanks and more'], longAt(0), oddAt(0)],
  ])('%j', (sent, ...rulings) => {
    expect(ofKeys(sent)).toEqual(rulings);
  });
});

test('unknown members are ignored, listed as invalid or refused without a list, each on its own (members.extra)', () => {
  const body = { userId: ANN, tagKeys: ['vip'], note: 1, UserId: 2 };
  expect(describeRulings(callOf({ body }), MEMBERS_RULE, WORLD)).toEqual(['note', 'UserId'].map(extra));
});

test.each(['__proto__', 'constructor', 'prototype'])(
  'a member named %s is ignored, or listed as invalid (body.prototype)',
  (name) => {
    const body = JSON.parse(`{"userId":"${ANN}","tagKeys":["vip"],"${name}":{"userId":"x"}}`);
    expect(describeRulings(callOf({ body }), MEMBERS_RULE, WORLD)).toEqual([
      `4.3/extra body.prototype members.extra: ignored → holds | invalid → -5 ${name} any`,
    ]);
  },
);

test('members of __proto__ in a body are not members of the body', () => {
  const body = JSON.parse(`{"__proto__":{"groupId":"annandbobs"}}`);
  expect(describeRulings(callOf({ on: 'group.server', body }), MEMBERS_RULE, WORLD)[0]).toMatch(
    /^4\.3\/id\/required /,
  );
});

test('each failing member has a ruling, in the order of the contract (members.listed)', () => {
  const body = { tagKeys: 7, userId: 'short' };
  expect(describeRulings(callOf({ body }), MEMBERS_RULE, WORLD)).toEqual([
    '7.3/string-min-length: -5 userId StringMinLength',
    wrong('4.3/tag-keys/type', 'tagKeys'),
  ]);
});

describe('a member that the world file declares (§7.3)', () => {
  const NUMBER: MemberShape = { type: 'number', min: 1, max: 9, int: true };
  const FRACTION: MemberShape = { type: 'number', min: 0.5 };
  const TEXT: MemberShape = { type: 'string', min: 2, max: 3 };
  const LIST: MemberShape = { type: 'array', of: 'string', min: 1, max: 2 };
  const ANYTHING: MemberShape = { type: 'array', of: 'any', max: 9 };
  const TABLE: MemberShape = { type: 'hashtable', min: 1, max: 2 };

  test.each<readonly [MemberShape, unknown, string]>([
    [NUMBER, 1, ''],
    [NUMBER, 9, ''],
    [NUMBER, 0, 'NumberMinValue'],
    [NUMBER, -1e300, 'NumberMinValue'],
    [NUMBER, 10, 'NumberMaxValue'],
    [NUMBER, 1.5, 'NumberMustInt'],
    [NUMBER, '5', 'TypeInvalid'],
    [NUMBER, [5], 'TypeInvalid'],
    [NUMBER, true, 'TypeInvalid'],
    [FRACTION, 0.5, ''],
    [FRACTION, 0.4, 'NumberMinValue'],
    [FRACTION, 1e9, ''],
    [TEXT, 'ab', ''],
    [TEXT, '🦜🦜🦜', ''],
    [TEXT, 'a', 'StringMinLength'],
    [TEXT, '', 'StringMinLength'],
    [TEXT, 'abcd', 'StringMaxLength'],
    [TEXT, 5, 'TypeInvalid'],
    [LIST, ['a'], ''],
    [LIST, [], 'ServiceArrayMinLength'],
    [LIST, ['a', 'b', 'c'], 'ServiceArrayMaxLength'],
    [ANYTHING, ['a', 7, null, {}], ''],
    [LIST, {}, 'TypeInvalid'],
    [TABLE, { a: 1 }, ''],
    [TABLE, {}, 'ServiceHashtableMinLength'],
    [TABLE, { a: 1, b: 2, c: 3 }, 'ServiceHashtableMaxLength'],
    [TABLE, [], 'TypeInvalid'],
  ])('%j with %j: %s', (shape, value, type) => {
    const extension: Extension = { on: 'gamePlayer.client', member: 'more', shape };
    const asked = callOf({ body: { userId: ANN, tagKeys: ['vip'], more: value } });
    const rulings = describeRulings(asked, MEMBERS_RULE, WORLD, [extension]);
    const unlisted = type === 'TypeInvalid' ? ' | without a list → -5 unlisted' : '';
    expect(rulings.map((ruling) => ruling.replace(/^[^:]+: /, ''))).toEqual(
      type === '' ? [] : [`-5 more ${type}${unlisted}`],
    );
  });

  test.each<readonly [MemberShape, string]>([
    [NUMBER, 'TypeInvalid'],
    [TEXT, 'StringNull'],
    [LIST, 'ServiceArrayNull'],
    [TABLE, 'ServiceHashtableNull'],
  ])('%j with null is %s, or the same as absent, since the member is optional', (shape, type) => {
    const extension: Extension = { on: 'gamePlayer.client', member: 'more', shape };
    const asked = callOf({ body: { userId: ANN, tagKeys: ['vip'], more: null } });
    const [ruling = '', ...others] = describeRulings(asked, MEMBERS_RULE, WORLD, [extension]);
    expect(others).toEqual([]);
    expect(ruling).toMatch(new RegExp(`members\\.null: refused → -5 more ${type} \\| as absent → holds$`));
  });

  test('that is a list of strings with another item has a failing item', () => {
    const extension: Extension = { on: 'gamePlayer.client', member: 'more', shape: LIST };
    const asked = callOf({ body: { userId: ANN, tagKeys: ['vip'], more: ['a', 7] } });
    expect(describeRulings(asked, MEMBERS_RULE, WORLD, [extension])).toEqual([
      wrong('7.3/type-invalid', 'more[1]'),
    ]);
  });

  test('may be left out, and is unknown on other endpoints', () => {
    const extension: Extension = { on: 'gamePlayer.client', member: 'more', shape: NUMBER };
    expect(describeRulings(callOf(), MEMBERS_RULE, WORLD, [extension])).toEqual([]);
    const elsewhere = callOf({ on: 'gamePlayer.server', body: { userId: ANN, tagKeys: ['vip'], more: 0 } });
    expect(describeRulings(elsewhere, MEMBERS_RULE, WORLD, [extension])).toEqual([extra('more')]);
  });
});

test.each(['not-json', 'not-object'] as const)('a body that is %s has no rulings on members', (body) => {
  expect(describeRulings(callOf({ body }), MEMBERS_RULE, WORLD)).toEqual([]);
});
