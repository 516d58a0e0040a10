/** The named shapes that a case can ask for, and the named alterations of members and paths. */
import { describe, expect, test } from 'vitest';
import type { TagItem } from '../../spec/envelope.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import type { MemberShape } from '../../spec/members.ts';
import { fromPlain, toText } from '../../judge/rules/json.ts';
import type { Subject } from '../../world/world.ts';
import { ABSENT_SHAPES, NEAR_DUPLICATES, type AbsentShape, type NearDuplicate } from './given/subject-ids.ts';
import { alterMember, type JsonAlteration, type MemberAlteration } from './alterations/member-alterations.ts';
import { alterPath, type PathAlteration } from './alterations/path-alterations.ts';
import { TAG_SHAPES, type TagShape } from './given/tag-shapes.ts';

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
    expect([TAG_SHAPES[shape].fits(fits), TAG_SHAPES[shape].fits(doesNot)]).toEqual([true, false]);
  });
});

/** Found by a faster way than its definition. */
test.each([
  [['vip', 'vip-since'], true],
  [['b', 'vip-since', 'a', 'vip', 'vip!'], true],
  [['vip', 'level'], false],
  [['vip', 'vip'], false],
  [['', 'vip'], false],
  [['VIP', 'vip-since'], false],
  [[], false],
])('prefix-keys of %j: %s', (keys, has) => {
  expect(TAG_SHAPES['prefix-keys'].fits(tagsOf(...keys))).toBe(has);
});

describe('an id that no subject has', () => {
  const ROWS = {
    plain: ['nosuchplay', 'NoSuchPl4y'],
    digits: ['0999999999', '099999999x'],
    mixed: ['NoSuchPl4y', 'nosuchplay'],
    punctuation: ['no-such-id', 'nosuchplay'],
  } satisfies Record<Exclude<AbsentShape, 'any'>, readonly [fits: string, doesNot: string]>;

  test.each(Object.entries(ROWS))('is %s, or is not', (shape, [fits, doesNot]) => {
    const fitsShape = ABSENT_SHAPES[shape as AbsentShape].fits;
    expect([fitsShape(fits), fitsShape(doesNot)]).toEqual([true, false]);
  });

  test('that is the name of a prototype member is not plain', () => {
    expect(ABSENT_SHAPES.plain.fits('constructor')).toBe(false);
  });
});

const player = (id: string, game = 'a', resource: Subject['resource'] = 'gamePlayer'): Subject => ({
  resource,
  id,
  game,
  owners: [],
  tags: [],
});

describe('two subjects', () => {
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
        NEAR_DUPLICATES[nearDuplicate].fits(one, other),
        NEAR_DUPLICATES[nearDuplicate].fits(one, stranger),
        NEAR_DUPLICATES[nearDuplicate].fits(one, one),
      ]).toEqual([true, false, false]);
    },
  );
});

/** In how many characters a long one is written, and how. */
const LONG_ROWS = {
  'as-deep': [400, /^\[{200}\]{200}$/],
  'as-huge-string': [100_002, /^"x+"$/],
  'longer-by-256': [261, /^"(?:abc)+a"$/],
  'longer-by-65536': [65_541, /^"(?:abc)+a"$/],
  'as-many': [9 * 8 + 90 * 9 + 201 * 10 + 1, /^\["item1","item2",.*,"item300"\]$/],
} satisfies Partial<Record<JsonAlteration, readonly [length: number, text: RegExp]>>;

test.each(Object.entries(LONG_ROWS))(
  'a member altered by %s is written in %i characters',
  (alter, [length, text]) => {
    const written = toText(alterMember(alter as JsonAlteration, { value: 'abc', shape: undefined }));
    expect(written).toMatch(text as RegExp);
    expect(written).toHaveLength(length as number);
  },
);

/** What a member becomes: of this value, with this declared shape, this text. */
type Becoming = readonly [value: unknown, shape: MemberShape | undefined, altered: string];

/** A row for each alteration of `JSON_ALTERATIONS`, but for those that are too long to write here. */
const JSON_ROWS = {
  'as-null': [['abc', undefined, 'null']],
  'as-number': [['abc', undefined, '1234567890']],
  'as-fraction': [[1, undefined, '1.5']],
  'as-boolean': [['abc', undefined, 'true']],
  'as-string': [[7, undefined, '"text"']],
  'as-array': [['abc', undefined, '["abc"]']],
  'as-empty-array': [[['a'], undefined, '[]']],
  'as-object': [['abc', undefined, '{"value":"abc"}']],
  'as-operator': [['abc', undefined, '{"$ne":""}']],
  'as-condition': [['abc', undefined, '{"$eq":"abc","equals":"abc"}']],
  'as-empty-object': [['abc', undefined, '{}']],
  'as-text': [
    [['a', 'b'], undefined, '"a,b"'],
    [7, undefined, '"7"'],
  ],
  'at-min': [[null, { type: 'number', min: 3 }, '3']],
  'at-max': [[null, { type: 'string', min: 0, max: 2 }, '"xx"']],
  'below-min': [
    [null, { type: 'number', min: 3 }, '2'],
    [null, { type: 'array', of: 'string', min: 1 }, '[]'],
    [null, { type: 'hashtable' }, '{}'],
  ],
  'above-max': [
    [null, { type: 'number', max: 3 }, '4'],
    [null, { type: 'array', of: 'string', max: 1 }, '["item1","item2"]'],
    [null, { type: 'hashtable', max: 0 }, '{"entry1":"x"}'],
  ],
  'as-huge-number': [['abc', undefined, '1e+308']],
  'as-negative': [['abc', undefined, '-1']],
  'as-zero': [['abc', undefined, '0']],
  'as-null-array': [['abc', undefined, '[null]']],
  'as-nested-array': [['abc', undefined, '[["abc"]]']],
  'as-mixed-array': [
    ['abc', undefined, '["abc",7]'],
    [['a', 'b'], undefined, '["a","b",7]'],
  ],
  'as-prototype': [['abc', undefined, '{"__proto__":"abc"}']],
} satisfies Record<Exclude<JsonAlteration, keyof typeof LONG_ROWS>, readonly Becoming[]>;

test.each<readonly [alter: MemberAlteration, ...Becoming]>([
  ...Object.entries<readonly Becoming[]>(JSON_ROWS).flatMap(([alter, rows]) =>
    rows.map((row) => [alter as MemberAlteration, ...row] as const),
  ),
  ['cut-one', 'abc', undefined, '"ab"'],
  ['cut-one', 7, undefined, '7'],
  ['lone-surrogate', 'abc', undefined, '"ab\\ud800"'],
  ['nul-last', 'abc', undefined, '"ab\\u0000"'],
])('a member altered by %s: of %j, declared %j, it becomes %s', (alter, value, shape, altered) => {
  expect(toText(alterMember(alter, { value: fromPlain(value), shape }))).toBe(altered);
});

const PATHS = {
  'unknown-operation': '/api/rJson/group/admin/noSuchOperationOfTagproof',
  'unknown-resource': '/api/rJson/noSuchResourceOfTagproof/admin/getTag',
  'prototype-resource': '/api/rJson/constructor/admin/getTag',
  'unknown-variant': '/api/rJson/group/noSuchVariantOfTagproof/getTag',
  'prototype-operation': '/api/rJson/group/admin/__proto__',
  'trailing-slash': '/api/rJson/group/admin/getTag/',
  'double-slash': '//api/rJson/group/admin/getTag',
  'other-case': '/api/rJson/group/admin/gettag',
  'percent-encoded': '/api/rJson/group/admin/%67etTag',
  'with-query': '/api/rJson/group/admin/getTag?trace=1',
  'with-members-in-query': '/api/rJson/group/admin/getTag?groupId=tagproofyy&tagKeys=tagproofNoKey',
} satisfies Record<PathAlteration, string>;

test.each(Object.entries(PATHS))('a path altered by %s is %s', (alter, path) => {
  expect(alterPath(alter as PathAlteration, endpointOf('group.admin'))).toBe(path);
});
