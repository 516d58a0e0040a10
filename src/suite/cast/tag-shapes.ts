/** Shapes of a subject's tags that a case can ask for. */
import type { TagItem } from '../../contract/envelope.ts';

type Tags = readonly TagItem[];

const texts = (tags: Tags): readonly string[] => tags.flatMap(({ key, value }) => [key, value]);
const some = (pattern: RegExp) => (tags: Tags) => texts(tags).some((text) => pattern.test(text));
const keysOf = (tags: Tags): readonly string[] => tags.map(({ key }) => key);

/** The count from which tags are many. */
const MANY = 100;
/** The length from which a value is long. */
const LONG = 8000;
/** More tags, longer keys and longer values than a machine has room for that counts in bytes or in pages. */
const THOUSAND = 1000;
const KEY_COLUMN = 4096;
const VALUE_COLUMN = 65_535;
/** From so many digits on a number is beyond what a double holds exactly. */
const EXACT_DIGITS = 15;

const values = (tags: Tags): readonly string[] => tags.map(({ value }) => value);
const differsIn = (reduced: (key: string) => string) => (tags: Tags) =>
  new Set(keysOf(tags).map(reduced)).size < new Set(keysOf(tags)).size;

export const TAG_SHAPES = {
  none: (tags) => tags.length === 0,
  one: (tags) => tags.length === 1,
  some: (tags) => tags.length > 0,
  several: (tags) => new Set(keysOf(tags)).size > 1,
  'three-or-more': (tags) => new Set(keysOf(tags)).size > 2,
  many: (tags) => tags.length >= MANY,
  emoji: some(/\p{Extended_Pictographic}/u),
  'right-to-left': some(/\p{Script=Arabic}|\p{Script=Hebrew}/u),
  combining: some(/\p{M}/u),
  cjk: some(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}/u),
  'line-separator': some(/[\u2028\u2029]/),
  markup: some(/[<>&"'\\]/),
  'empty-value': (tags) => tags.some(({ value }) => value === ''),
  blanks: some(/^ | $/),
  long: (tags) => tags.some(({ value }) => value.length >= LONG),
  'keys-in-two-cases': (tags) =>
    new Set(keysOf(tags).map((key) => key.toLowerCase())).size < new Set(keysOf(tags)).size,
  'prefix-keys': (tags) =>
    keysOf(tags).some((a) => keysOf(tags).some((b) => a !== '' && a !== b && b.startsWith(a))),
  thousand: (tags) => tags.length > THOUSAND,
  'long-keys': (tags) => keysOf(tags).some((key) => key.length > KEY_COLUMN),
  'huge-value': (tags) => tags.some(({ value }) => value.length > VALUE_COLUMN),
  'control-characters': some(/[^\P{Cc}\t\r\n]/u),
  'line-ends': some(/\r\n/),
  entities: some(/&[a-z]+;|&#\d+;/),
  plus: some(/\+/),
  'variation-selectors': some(/[\ufe0e\ufe0f]/),
  'long-numbers': (tags) => texts(tags).some((text) => /^\d+$/.test(text) && text.length > EXACT_DIGITS),
  'same-values': (tags) => new Set(values(tags)).size < tags.length && new Set(keysOf(tags)).size > 1,
  'keys-but-for-blanks': differsIn((key) => key.trim()),
  'digit-keys': (tags) => keysOf(tags).includes('0'),
  'prototype-keys': (tags) => keysOf(tags).some((key) => key === '__proto__' || key === 'constructor'),
} as const satisfies Record<string, (tags: Tags) => boolean>;

export type TagShape = keyof typeof TAG_SHAPES;

/** Shapes that can still show the same where no subject has the one that is wanted, the nearest first. */
export const NEAREST_SHAPES: ReadonlyMap<TagShape, readonly TagShape[]> = new Map<
  TagShape,
  readonly TagShape[]
>([
  ['one', ['some']],
  ['several', ['some']],
  ['three-or-more', ['several']],
]);
