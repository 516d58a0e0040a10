/** Members of the body: what no case of the suite shows. The others: src/cases/suite-and-rulebook.test.ts, under every option. */
import { describe, expect, test } from 'vitest';
import { endpointOf, type EndpointId } from '../../spec/endpoints.ts';
import type { Extension, MemberShape } from '../../spec/members.ts';
import { MEMBERS_RULE } from './body-rules.ts';
import { ANN, callOf, describeRulings, subject, worldOf } from './test-helpers/calls.ts';

const WORLD = worldOf({
  subjects: [
    ...worldOf().subjects,
    subject('characterPlayer', 'annsownchar', [ANN]),
    subject('group', 'annandbobs', [ANN]),
    subject('gamePlayer', 'a b-c.d/e!', ['a b-c.d/e!']),
  ],
});

/** The rulings on the id; whether the subject has the requested key is another question. */
function ofId(on: EndpointId, id: string, world = WORLD): readonly string[] {
  const call = callOf({ on, body: { [endpointOf(on).idMember]: id, tagKeys: ['vip'] } });
  return describeRulings(call, MEMBERS_RULE, world).filter(
    (ruling) => !ruling.startsWith('4.3/tag-keys/known'),
  );
}

/** Question members.wrongType: a member of the wrong JSON type. */
const wrong = (clause: string, member: string): string =>
  `${clause} members.wrongType: -5 ${member} TypeInvalid | without a list → -5 unlisted`;

/** Question members.extra: a member that is not in the document. */
const extra = (member: string): string =>
  `4.3/extra members.extra: ignored → holds | invalid → -5 ${member} any | without a list → -5 unlisted`;

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

test('an id of another length with odd characters may be listed for the characters, too, or for them alone (id.characters, id.fault)', () => {
  expect(ofId('group.server', '#')).toEqual([
    '7.3/string-min-length id.fault: its characters alone → -5 groupId any | -5 groupId StringMinLength',
    '2.1/format id.characters: not-found → holds | invalid → -5 groupId any',
  ]);
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
  expect(ofId('group.server', 'notlisted1', partial)).toEqual([
    '2.1/format id.characters id.format: holds | invalid → -5 groupId any, -5 groupId any',
  ]);
  expect(ofId('group.server', 'not-listed', partial)).toEqual([
    '2.1/format id.characters: holds | not-found → holds | invalid → -5 groupId any',
  ]);
});

describe('tagKeys (§4.3, tagKeys.many, tagKeys.long)', () => {
  const ofKeys = (tagKeys: unknown): readonly string[] =>
    describeRulings(callOf({ body: { userId: ANN, tagKeys } }), MEMBERS_RULE, WORLD);
  const element = (at: number, type: string): string => `-5 tagKeys[${at}] ${type}`;
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

  test.each<readonly [sent: unknown, ...rulings: string[]]>([
    [['vip']],
    [['vip', 'guild'], MANY, unknownAt(1)],
    [['vip', 'vip'], MANY, TWICE],
    [['no-such-key'], oddAt(0)],
    [['vip', '__proto__'], MANY, oddAt(1)],
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

test('members of __proto__ in a body are not members of the body', () => {
  const body = JSON.parse(`{"__proto__":{"groupId":"annandbobs"}}`);
  expect(describeRulings(callOf({ on: 'group.server', body }), MEMBERS_RULE, WORLD)[0]).toMatch(
    /^4\.3\/id\/required /,
  );
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
