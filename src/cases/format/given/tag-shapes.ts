/** Shapes of a subject's tags that a case can ask for, each with an example to declare. */
import type { TagItem } from '../../../spec/envelope.ts';

type Tags = readonly TagItem[];

/** Tags as a target file has them, ready to paste: to be replaced by what the backend has. */
interface TagExample {
  /** Part of the id of their subject; empty for the plain one. */
  readonly label: string;
  /** YAML. */
  readonly tags: string;
  /** Behind the kind of the subject. Left out: `with emoji tags`, by the name of the shape. */
  readonly words?: string;
}

const keysOf = (tags: Tags): readonly string[] => tags.map(({ key }) => key);
const countOfKeys = (tags: Tags): number => new Set(keysOf(tags)).size;
const texts = (tags: Tags): readonly string[] => tags.flatMap(({ key, value }) => [key, value]);
const some = (pattern: RegExp) => (tags: Tags) => texts(tags).some((text) => pattern.test(text));
const differsIn = (reduced: (key: string) => string) => (tags: Tags) =>
  new Set(keysOf(tags).map(reduced)).size < countOfKeys(tags);

/** Whether some text begins with another one: in order, what begins with a text follows it. */
function hasPrefix(all: readonly string[]): boolean {
  const inOrder = [...new Set(all)].filter((text) => text !== '').toSorted();
  return inOrder.some((text, at) => at > 0 && text.startsWith(inOrder[at - 1] ?? text));
}

/** The count from which tags are many. */
const MANY = 100;
/** The length from which a value is long. */
const LONG = 8000;
/** More tags, longer keys and longer values than common columns and pages hold. */
const THOUSAND = 1000;
const KEY_COLUMN = 4096;
const VALUE_COLUMN = 65_535;
/** A number with more digits may be beyond what a double holds exactly. */
const EXACT_DIGITS = 15;

const tag = (key: string, value: string): string =>
  `{ key: ${JSON.stringify(key)}, value: ${JSON.stringify(value)} }`;

const keyed = (label: string, ...tags: readonly (readonly [key: string, value: string])[]): TagExample => ({
  label,
  tags: `[${tags.map(([key, value]) => tag(key, value)).join(', ')}]`,
});
const valued = (label: string, value: string): TagExample => keyed(label, ['key', value]);
/** A value in YAML that is not as JSON would have it. */
const written = (label: string, value: string): TagExample => ({
  label,
  tags: `[{ key: "key", value: ${value} }]`,
});

/** What any subject is declared with: one line serves every shape that it can. */
export const PLAIN_TAGS: TagExample = {
  ...keyed('', ['first', 'value'], ['second', 'value'], ['third', 'value']),
  words: 'with several tags',
};

export const TAG_SHAPES = {
  none: {
    fits: (tags) => tags.length === 0,
    example: { label: 'no-tags', tags: '[]', words: 'without tags' },
  },
  one: {
    fits: (tags) => tags.length === 1,
    example: { ...valued('one-tag', 'value'), words: 'with one tag' },
  },
  some: { fits: (tags) => tags.length > 0, example: PLAIN_TAGS },
  several: { fits: (tags) => countOfKeys(tags) > 1, example: PLAIN_TAGS },
  'three-or-more': { fits: (tags) => countOfKeys(tags) > 2, example: PLAIN_TAGS },
  many: {
    fits: (tags) => tags.length >= MANY,
    example: { label: 'many', tags: `{ generate: ${MANY} }`, words: 'with 100 tags or more' },
  },
  emoji: { fits: some(/\p{Extended_Pictographic}/u), example: valued('emoji', '\u{1F600}') },
  'right-to-left': {
    fits: some(/\p{Script=Arabic}|\p{Script=Hebrew}/u),
    example: valued('rtl', '\u0634\u0645\u0633'),
  },
  combining: { fits: some(/\p{M}/u), example: valued('accent', 'e\u0301') },
  cjk: {
    fits: some(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}/u),
    example: valued('cjk', '\u6F22\u5B57'),
  },
  'line-separator': { fits: some(/[\u2028\u2029]/), example: written('line-sep', '"a\\u2028b"') },
  markup: { fits: some(/[<>&"'\\]/), example: valued('markup', '<&>') },
  'empty-value': { fits: (tags) => tags.some(({ value }) => value === ''), example: valued('empty', '') },
  blanks: { fits: some(/^ | $/), example: valued('blanks', ' value ') },
  long: {
    fits: (tags) => tags.some(({ value }) => value.length >= LONG),
    example: written('long', `{ repeat: x, times: ${LONG} }`),
  },
  'keys-in-two-cases': {
    fits: differsIn((key) => key.toLowerCase()),
    example: keyed('cases', ['key', 'value'], ['KEY', 'value']),
  },
  'prefix-keys': {
    fits: (tags) => hasPrefix(keysOf(tags)),
    example: keyed('prefix', ['key', 'value'], ['key-2', 'value']),
  },
  thousand: {
    fits: (tags) => tags.length > THOUSAND,
    example: {
      label: 'thousand',
      tags: `{ generate: ${THOUSAND + 1} }`,
      words: 'with more than a thousand tags',
    },
  },
  'long-keys': {
    fits: (tags) => keysOf(tags).some((key) => key.length > KEY_COLUMN),
    example: { label: 'longkey', tags: `[{ key: { repeat: k, times: ${KEY_COLUMN + 1} }, value: value }]` },
  },
  'huge-value': {
    fits: (tags) => tags.some(({ value }) => value.length > VALUE_COLUMN),
    example: written('huge', `{ repeat: x, times: ${VALUE_COLUMN + 1} }`),
  },
  'control-characters': { fits: some(/[^\P{Cc}\t\r\n]/u), example: written('control', '"a\\u0001b"') },
  'line-ends': { fits: some(/\r\n/), example: written('crlf', '"a\\r\\nb"') },
  entities: { fits: some(/&[a-z]+;|&#\d+;/), example: valued('entity', '&lt;') },
  plus: { fits: some(/\+/), example: valued('plus', 'a+b') },
  'variation-selectors': {
    fits: some(/[\ufe0e\ufe0f]/),
    example: written('variant', '"\\u2764\\ufe0f"'),
  },
  'long-numbers': {
    fits: (tags) => texts(tags).some((text) => /^\d+$/.test(text) && text.length > EXACT_DIGITS),
    example: valued('digits', '9007199254740993'),
  },
  'same-values': {
    fits: (tags) => new Set(tags.map(({ value }) => value)).size < tags.length && countOfKeys(tags) > 1,
    example: keyed('same', ['key', 'value'], ['key-2', 'value']),
  },
  'keys-but-for-blanks': {
    fits: differsIn((key) => key.trim()),
    example: keyed('blankkey', ['key', 'value'], ['key ', 'other']),
  },
  'digit-keys': {
    fits: (tags) => keysOf(tags).includes('0'),
    example: keyed('digitkey', ['0', 'value'], ['1', 'value']),
  },
  'prototype-keys': {
    fits: (tags) => keysOf(tags).some((key) => key === '__proto__' || key === 'constructor'),
    example: keyed('proto', ['constructor', 'value']),
  },
} as const satisfies Record<string, { readonly fits: (tags: Tags) => boolean; readonly example: TagExample }>;

export type TagShape = keyof typeof TAG_SHAPES;

/** An example of a shape; undefined: of the plain tags. */
export function tagExample(shape: TagShape | undefined): Required<TagExample> {
  const example: TagExample = shape === undefined ? PLAIN_TAGS : TAG_SHAPES[shape].example;
  return { words: `with ${shape} tags`, ...example };
}

/** Shapes that can still show the same where no subject has the requested one, the nearest first. */
export const NEAREST_SHAPES: ReadonlyMap<TagShape, readonly TagShape[]> = new Map<
  TagShape,
  readonly TagShape[]
>([
  ['one', ['some']],
  ['several', ['some']],
  ['three-or-more', ['several']],
]);
