/** The named shapes that a case can ask for, and the named alterations of its requests. */
import { describe, expect, test } from 'vitest';
import type { TagItem } from '../../contract/envelope.ts';
import { endpointOf } from '../../contract/endpoints.ts';
import type { MemberShape } from '../../contract/members.ts';
import { fromPlain, toText, type Json } from '../../rules/json.ts';
import type { Subject } from '../../world/world.ts';
import { ABSENT_SHAPES, type AbsentShape } from '../fixtures/absent-shapes.ts';
import { alterBody, type BodyAlteration, type ValidBody } from './body-alterations.ts';
import {
  alterMember,
  isMemberAlteration,
  MEMBER_ALTERATIONS,
  type MemberAlteration,
} from './member-alterations.ts';
import { PATH_ALTERATIONS, SPELLINGS, type PathAlteration } from './path-alterations.ts';
import { TAG_SHAPES, type TagShape } from '../fixtures/tag-shapes.ts';
import { NEAR_DUPLICATES, type NearDuplicate } from '../fixtures/near-duplicates.ts';

const tagsOf = (...keys: readonly string[]): readonly TagItem[] => keys.map((key) => ({ key, value: 'v' }));
const valued = (value: string): readonly TagItem[] => [{ key: 'k', value }];

describe('the tags of a subject', () => {
  const ROWS = {
    none: [[], tagsOf('a')],
    one: [tagsOf('a'), tagsOf('a', 'b')],
    some: [tagsOf('a'), []],
    several: [tagsOf('a', 'b'), tagsOf('a', 'a')],
    'three-or-more': [tagsOf('a', 'b', 'c'), tagsOf('a', 'b')],
    many: [tagsOf(...Array.from({ length: 100 }, (_, index) => `k${index}`)), tagsOf('a', 'b')],
    emoji: [valued('a 🦊'), valued(':-)')],
    'right-to-left': [valued('שלום'), valued('salut')],
    combining: [valued('cafe\u0301'), valued('caf\u00e9')],
    cjk: [valued('标签'), valued('тег')],
    'line-separator': [valued('a\u2028b'), valued('a\nb')],
    markup: [valued('<b>'), valued('b')],
    'empty-value': [valued(''), valued(' ')],
    blanks: [valued('a '), valued('a b')],
    long: [valued('x'.repeat(8000)), valued('x'.repeat(7999))],
    'keys-in-two-cases': [tagsOf('a', 'A'), tagsOf('a', 'b')],
    'prefix-keys': [tagsOf('a', 'ab'), tagsOf('', 'a')],
    thousand: [
      tagsOf(...Array.from({ length: 1001 }, (_, index) => `k${index}`)),
      tagsOf(...Array.from({ length: 1000 }, (_, index) => `k${index}`)),
    ],
    'long-keys': [tagsOf('k'.repeat(4097)), tagsOf('k'.repeat(4096))],
    'huge-value': [valued('x'.repeat(65_536)), valued('x'.repeat(65_535))],
    'control-characters': [valued('a\u0001b'), valued('a\r\n\tb')],
    'line-ends': [valued('a\r\nb'), valued('a\nb\rc')],
    entities: [valued('&lt;'), valued('R&D;')],
    plus: [tagsOf('a+b'), tagsOf('a-b')],
    'variation-selectors': [valued('\u2764\ufe0f'), valued('\u2764')],
    'long-numbers': [tagsOf('9007199254740993'), tagsOf('900719925474099')],
    'same-values': [
      [...valued('x'), { key: 'other', value: 'x' }],
      [...valued('x'), { key: 'other', value: 'y' }],
    ],
    'keys-but-for-blanks': [tagsOf('a', 'a '), tagsOf('a', 'A')],
    'digit-keys': [tagsOf('0'), tagsOf('00')],
    'prototype-keys': [tagsOf('__proto__'), tagsOf('proto')],
  } satisfies Record<TagShape, readonly [fits: readonly TagItem[], doesNot: readonly TagItem[]]>;

  test.each(Object.keys(TAG_SHAPES) as readonly TagShape[])('are of the shape %s, or are not', (shape) => {
    const [fits, doesNot] = ROWS[shape];
    expect([TAG_SHAPES[shape](fits), TAG_SHAPES[shape](doesNot)]).toEqual([true, false]);
  });
});

describe('an id that no subject has', () => {
  const ROWS = {
    plain: ['nosuchplay', 'NoSuchPl4y'],
    digits: ['0999999999', '099999999x'],
    mixed: ['NoSuchPl4y', 'nosuchplay'],
    prototype: ['constructor', 'nosuchchara'],
    punctuation: ['no-such-id', 'nosuchplay'],
  } satisfies Record<Exclude<AbsentShape, 'any'>, readonly [fits: string, doesNot: string]>;

  test.each(Object.entries(ROWS))('is %s, or is not', (shape, [fits, doesNot]) => {
    const fitsShape = ABSENT_SHAPES[shape as AbsentShape];
    expect([fitsShape(fits), fitsShape(doesNot)]).toEqual([true, false]);
  });

  test('that is the name of a prototype member is not plain', () => {
    expect(ABSENT_SHAPES.plain('constructor')).toBe(false);
  });
});

describe('two subjects', () => {
  const player = (id: string, game = 'a', resource: Subject['resource'] = 'gamePlayer'): Subject => ({
    resource,
    id,
    game,
    owners: [],
    tags: [],
  });
  const ROWS = {
    case: [player('Meadowlark'), player('mEADOWLARK'), player('meadowlar')],
    'last-character': [player('neighbour1'), player('neighbour2'), player('neighborr1')],
    'first-character': [player('aneighbour'), player('bneighbour'), player('aneighboux')],
    'leading-zero': [player('0123456789'), player('1234567890'), player('x234567890')],
    kind: [player('sharedid01'), player('sharedid01', 'b', 'group'), player('sharedid01', 'b')],
    game: [player('sharedid01'), player('sharedid01', 'b'), player('sharedid01', 'b', 'group')],
  } satisfies Record<NearDuplicate, readonly [one: Subject, nearDuplicate: Subject, stranger: Subject]>;

  test.each(Object.keys(NEAR_DUPLICATES) as readonly NearDuplicate[])(
    'are near-duplicates by %s, or are not',
    (nearDuplicate) => {
      const [one, other, stranger] = ROWS[nearDuplicate];
      expect([
        NEAR_DUPLICATES[nearDuplicate](one, other),
        NEAR_DUPLICATES[nearDuplicate](one, stranger),
        NEAR_DUPLICATES[nearDuplicate](one, one),
      ]).toEqual([true, false, false]);
    },
  );
});

test.each<
  readonly [alter: MemberAlteration, value: unknown, shape: MemberShape | undefined, altered: string]
>([
  ['cut-one', 'abc', undefined, '"ab"'],
  ['cut-one', 7, undefined, '7'],
  ['as-null', 'abc', undefined, 'null'],
  ['as-number', 'abc', undefined, '1234567890'],
  ['as-array', 'abc', undefined, '["abc"]'],
  ['as-object', 'abc', undefined, '{"value":"abc"}'],
  ['as-empty-object', 'abc', undefined, '{}'],
  ['as-text', ['a', 'b'], undefined, '"a,b"'],
  ['as-fraction', 1, undefined, '1.5'],
  ['at-min', null, { type: 'number', min: 3 }, '3'],
  ['below-min', null, { type: 'number', min: 3 }, '2'],
  ['above-max', null, { type: 'number', max: 3 }, '4'],
  ['at-max', null, { type: 'string', min: 0, max: 2 }, '"xx"'],
  ['below-min', null, { type: 'array', of: 'string', min: 1 }, '[]'],
  ['above-max', null, { type: 'array', of: 'string', max: 1 }, '["item1","item2"]'],
  ['above-max', null, { type: 'hashtable', max: 0 }, '{"entry1":"x"}'],
  ['below-min', null, { type: 'hashtable' }, '{}'],
  ['as-huge-number', 'abc', undefined, '1e+308'],
  ['as-negative', 'abc', undefined, '-1'],
  ['as-zero', 'abc', undefined, '0'],
  ['as-null-array', 'abc', undefined, '[null]'],
  ['as-nested-array', 'abc', undefined, '[["abc"]]'],
  ['as-mixed-array', 'abc', undefined, '["abc",7]'],
  ['as-mixed-array', ['a', 'b'], undefined, '["a","b",7]'],
  ['as-prototype', 'abc', undefined, '{"__proto__":"abc"}'],
  ['lone-surrogate', 'abc', undefined, '"ab\\ud800"'],
  ['nul-last', 'abc', undefined, '"ab\\u0000"'],
])('a member altered by %s: of %j, declared %j, it becomes %s', (alter, value, shape, altered) => {
  expect(toText(alterMember(alter, { value: fromPlain(value), shape }))).toBe(altered);
});

test.each<readonly [alter: MemberAlteration, length: number, text: RegExp]>([
  ['as-deep', 400, /^\[{200}\]{200}$/],
  ['as-huge-string', 100_002, /^"x+"$/],
  ['as-many', 9 * 8 + 90 * 9 + 201 * 10 + 1, /^\["item1","item2",.*,"item300"\]$/],
])('a member altered by %s is written in %i characters', (alter, length, text) => {
  const written = toText(alterMember(alter, { value: 'abc', shape: undefined }));
  expect(written).toMatch(text);
  expect(written).toHaveLength(length);
});

test.each([
  ['unknown-operation', '/api/rJson/group/admin/noSuchOperationOfTagproof'],
  ['unknown-resource', '/api/rJson/noSuchResourceOfTagproof/admin/getTag'],
  ['unknown-variant', '/api/rJson/group/noSuchVariantOfTagproof/getTag'],
  ['prototype-operation', '/api/rJson/group/admin/__proto__'],
  ['trailing-slash', '/api/rJson/group/admin/getTag/'],
  ['double-slash', '//api/rJson/group/admin/getTag'],
  ['other-case', '/api/rJson/group/admin/gettag'],
  ['percent-encoded', '/api/rJson/group/admin/%67etTag'],
  ['with-query', '/api/rJson/group/admin/getTag?trace=1'],
  ['with-members-in-query', '/api/rJson/group/admin/getTag?groupId=tagproofyy&tagKeys=tagproofNoKey'],
] as const satisfies readonly (readonly [PathAlteration, string])[])(
  'a path altered by %s is %s',
  (alter, path) => {
    expect(PATH_ALTERATIONS[alter](endpointOf('group.admin'))).toBe(path);
  },
);

test('another spelling of the path is read as that path, another operation is not', () => {
  const { path } = endpointOf('group.admin');
  const read = (altered: string): string =>
    decodeURIComponent(altered.replace(/\?.*$/, '')).replaceAll(/\/+/g, '/').replace(/\/$/, '').toLowerCase();
  const same = (Object.keys(PATH_ALTERATIONS) as PathAlteration[]).filter(
    (alter) => read(PATH_ALTERATIONS[alter](endpointOf('group.admin'))) === path.toLowerCase(),
  );
  expect(new Set(same)).toEqual(SPELLINGS);
});

describe('a body', () => {
  const VALID: ValidBody = {
    members: new Map<string, Json>([
      ['groupId', 'grouplarks'],
      ['tagKeys', ['motto', 'color']],
    ]),
    idMember: 'groupId',
    otherId: 'tagproofyy',
  };
  const textOf = (alter: BodyAlteration): string => Buffer.from(alterBody(alter, VALID) ?? []).toString();
  const parsed = (alter: BodyAlteration): unknown => {
    try {
      return JSON.parse(textOf(alter));
    } catch {
      return 'no JSON';
    }
  };
  const PLAIN = { groupId: 'grouplarks', tagKeys: ['motto', 'color'] };

  test.each(['spaced', 'escaped', 'members-reversed'] as const)(
    'that is %s is the same JSON written differently',
    (alter) => {
      expect(parsed(alter)).toEqual(PLAIN);
      expect(textOf(alter)).not.toBe(JSON.stringify(PLAIN));
    },
  );

  test.each([
    'empty',
    'blank',
    'text',
    'truncated',
    'cut-in-string',
    'form-encoded',
    'single-quotes',
    'single-quotes-inside',
    'unquoted-name',
    'trailing-text',
    'two-values',
    'raw-newline',
    'nul',
    'byte-order-mark',
    'comment',
    'trailing-comma',
    'nan',
    'utf-16',
    'comment-inside',
    'line-comment',
    'comment-to-the-end',
    'deep-comment',
    'deep-unclosed',
    'without-value',
    'trailing-brace',
    'tail-bytes',
  ] as const)('that is altered by %s is not JSON', (alter) => {
    expect(parsed(alter)).toBe('no JSON');
  });

  test.each([
    ['in-array', [PLAIN]],
    ['bare-number', 1],
    ['bare-string', JSON.stringify(PLAIN)],
    ['bare-true', true],
    ['bare-null', null],
    ['empty-object', {}],
    ['repeated-name', { ...PLAIN, groupId: 'tagproofyy' }],
    ['repeated-name-first', PLAIN],
    ['repeated-name-escaped', { ...PLAIN, groupId: 'tagproofyy' }],
    ['lone-surrogate', { ...PLAIN, note: '\ud800' }],
    ['bare-false', false],
    ['exponent', { ...PLAIN, note: [Infinity, 0] }],
    ['escaped-slash', { ...PLAIN, note: 'a/b' }],
    ['repeated-tag-keys', { ...PLAIN, tagKeys: ['nosuchkey'] }],
    ['name-in-other-case', { GROUPID: 'grouplarks', tagKeys: PLAIN.tagKeys }],
    ['name-prefixed', { 'x.groupId': 'grouplarks', tagKeys: PLAIN.tagKeys }],
    ['name-padded', { 'groupId ': 'grouplarks', tagKeys: PLAIN.tagKeys }],
    ['extra-members', { ...PLAIN, note: 'x', count: 7, toString: null }],
  ] as const)('that is altered by %s is other JSON', (alter, value) => {
    expect(parsed(alter)).toEqual(value);
  });

  test.each(['deep-member', 'deep-id', 'deep-array'] as const)(
    'that is altered by %s is nested deep',
    (alter) => {
      expect(textOf(alter)).toContain('['.repeat(10_000));
    },
  );

  test.each(['prototype', 'prototype-only', 'constructor-only'] as const)(
    'that is altered by %s has the other id only in the prototype',
    (alter) => {
      const value = parsed(alter) as Readonly<Record<string, unknown>>;
      expect(Object.hasOwn(value, alter === 'constructor-only' ? 'constructor' : '__proto__')).toBe(true);
      expect(Object.hasOwn(value, 'groupId')).toBe(alter === 'prototype');
    },
  );

  test('that is absent has no bytes', () => {
    expect(alterBody('absent', VALID)).toBeUndefined();
  });

  test.each(['invalid-utf8', 'latin1', 'tail-bytes'] as const)(
    'that is altered by %s has bytes that are not UTF-8',
    (alter) => {
      const strict = new TextDecoder('utf-8', { fatal: true });
      expect(() => strict.decode(alterBody(alter, VALID))).toThrow(TypeError);
    },
  );

  test('has tagKeys twice even if the valid body has none', () => {
    const members = new Map<string, Json>([['groupId', 'grouplarks']]);
    expect(Buffer.from(alterBody('repeated-tag-keys', { ...VALID, members }) ?? []).toString()).toBe(
      '{"groupId":"grouplarks","tagKeys":["another"],"tagKeys":["nosuchkey"]}',
    );
  });

  test('knows exactly the names of the table', () => {
    expect(MEMBER_ALTERATIONS.every(isMemberAlteration)).toBe(true);
    expect(isMemberAlteration('constructor')).toBe(false);
  });
});
