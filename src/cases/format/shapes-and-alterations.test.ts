/** The named shapes that a case can ask for, and the named alterations of members and paths. */
import { describe, expect, test } from 'vitest';
import type { TagItem } from '../../spec/envelope.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import type { MemberShape } from '../../spec/members.ts';
import { fromPlain, toText } from '../../judge/rules/json.ts';
import type { Subject } from '../../world/world.ts';
import { ABSENT_SHAPES, NEAR_DUPLICATES, type AbsentShape, type NearDuplicate } from './given/subject-ids.ts';
import {
  alterMember,
  JSON_ALTERATIONS,
  type JsonAlteration,
  type MemberAlteration,
} from './alterations/member-alterations.ts';
import { alterPath, PATH_ALTERATIONS, type PathAlteration } from './alterations/path-alterations.ts';
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

/** What is altered, and its declared shape. */
const MEMBERS: readonly (readonly [value: unknown, shape?: MemberShape])[] = [
  ['abc'],
  [7],
  [['a', 'b']],
  [null, { type: 'number', min: 3, max: 3 }],
  [null, { type: 'string', min: 0, max: 2 }],
  [null, { type: 'array', of: 'string', min: 1, max: 1 }],
  [null, { type: 'hashtable', max: 0 }],
];

/** What is long, with the number of what is repeated. */
const shortened = (text: string): string =>
  text
    .replaceAll(/(.{1,6}?)\1{19,}/g, (run, part: string) => `(${part})*${run.length / part.length}`)
    .replace(/^(\["item1","item2",).*("item\d+"\])$/, '$1…$2');

/** All of JSON, and some of strings, which src/http/alterations/string-alterations.test.ts has all. */
const ALTERATIONS: readonly MemberAlteration[] = [
  ...(Object.keys(JSON_ALTERATIONS) as JsonAlteration[]),
  'cut-one',
  'lone-surrogate',
  'nul-last',
];

test('each alteration of a member, where it changes something', async () => {
  const texts = MEMBERS.flatMap(([value, shape]) => [
    `${JSON.stringify(value)}${shape === undefined ? '' : `, declared ${JSON.stringify(shape)}`}`,
    // A bound needs a declared shape.
    ...ALTERATIONS.filter((alter) => /-(min|max)$/.test(alter) === (shape !== undefined)).flatMap((alter) => {
      const altered = toText(alterMember(alter, { value: fromPlain(value), shape }));
      return altered === JSON.stringify(value) ? [] : [`  ${alter}: ${shortened(altered)}`];
    }),
  ]);
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/altered-members.txt');
});

test('each alteration of a path', async () => {
  const paths = (Object.keys(PATH_ALTERATIONS) as PathAlteration[]).map(
    (alter) => `${alter}: ${alterPath(alter, endpointOf('group.admin'))}`,
  );
  await expect(`${paths.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/altered-paths.txt');
});
