/** Shapes of a subject's tags that a case can ask for. */
import type { TagItem } from '../../../spec/envelope.ts';

type Tags = readonly TagItem[];

const tagKeysOf = (tags: Tags): readonly string[] => tags.map(({ key }) => key);
const countOfKeys = (tags: Tags): number => new Set(tagKeysOf(tags)).size;
const hasText = (pattern: RegExp) => (tags: Tags) =>
  tags.some(({ key, value }) => pattern.test(key) || pattern.test(value));
const differsIn = (reduced: (key: string) => string) => (tags: Tags) =>
  new Set(tagKeysOf(tags).map(reduced)).size < countOfKeys(tags);

/** Whether some text begins with another one: in order, what begins with a text follows it. */
function hasPrefix(all: readonly string[]): boolean {
  const inOrder = [...new Set(all)].filter((text) => text !== '').toSorted();
  return inOrder.some((text, at) => at > 0 && text.startsWith(inOrder[at - 1] ?? text));
}

/** The count from which tags are many. */
const MANY = 100;
/** The length from which a value is long. */
const LONG_TAG_VALUE = 8000;
/** More tags, longer keys and longer values than common columns and pages hold. */
const THOUSAND = 1000;
const KEY_COLUMN = 4096;
const VALUE_COLUMN = 65_535;

interface ShapeOfTags {
  readonly fits: (tags: Tags) => boolean;
  /** Behind the kind of the subject. */
  readonly words: string;
}

export const TAG_SHAPES = {
  none: { fits: (tags) => tags.length === 0, words: 'without tags' },
  one: { fits: (tags) => tags.length === 1, words: 'with one tag' },
  some: { fits: (tags) => tags.length > 0, words: 'with tags' },
  several: { fits: (tags) => countOfKeys(tags) > 1, words: 'with several tags' },
  'three-or-more': { fits: (tags) => countOfKeys(tags) > 2, words: 'with three tags or more' },
  many: { fits: (tags) => tags.length >= MANY, words: `with ${MANY} tags or more` },
  emoji: { fits: hasText(/\p{Extended_Pictographic}/u), words: 'with emoji in its tags' },
  'right-to-left': {
    fits: hasText(/\p{Script=Arabic}|\p{Script=Hebrew}/u),
    words: 'with text from right to left in its tags',
  },
  combining: { fits: hasText(/\p{M}/u), words: 'with combining characters in its tags' },
  cjk: {
    fits: hasText(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Hangul}/u),
    words: 'with Chinese or Japanese text in its tags',
  },
  'line-separator': { fits: hasText(/[\u2028\u2029]/), words: 'with a line separator in its tags' },
  markup: { fits: hasText(/[<>&"'\\]/), words: 'with markup in its tags' },
  'empty-value': {
    fits: (tags) => tags.some(({ value }) => value === ''),
    words: 'with an empty value in its tags',
  },
  blanks: { fits: hasText(/^ | $/), words: 'with blanks around a text in its tags' },
  long: {
    fits: (tags) => tags.some(({ value }) => value.length >= LONG_TAG_VALUE),
    words: 'with a long value in its tags',
  },
  'keys-in-two-cases': {
    fits: differsIn((key) => key.toLowerCase()),
    words: 'with keys in two cases in its tags',
  },
  'prefix-keys': {
    fits: (tags) => hasPrefix(tagKeysOf(tags)),
    words: 'with keys that begin alike in its tags',
  },
  thousand: { fits: (tags) => tags.length > THOUSAND, words: 'with more than a thousand tags' },
  'long-keys': {
    fits: (tags) => tagKeysOf(tags).some((key) => key.length > KEY_COLUMN),
    words: 'with a long key in its tags',
  },
  'huge-value': {
    fits: (tags) => tags.some(({ value }) => value.length > VALUE_COLUMN),
    words: 'with a huge value in its tags',
  },
  'control-characters': { fits: hasText(/[^\P{Cc}\t\r\n]/u), words: 'with control characters in its tags' },
  'line-ends': { fits: hasText(/\r\n/), words: 'with line ends in its tags' },
  entities: { fits: hasText(/&[a-z]+;|&#\d+;/), words: 'with entities of markup in its tags' },
  plus: { fits: hasText(/\+/), words: 'with a plus in its tags' },
  'variation-selectors': { fits: hasText(/[\ufe0e\ufe0f]/), words: 'with variation selectors in its tags' },
  'long-numbers': {
    // More than 15 digits may be beyond what a double holds exactly.
    fits: hasText(/^\d{16,}$/),
    words: 'with long numbers in its tags',
  },
  'same-values': {
    fits: (tags) => new Set(tags.map(({ value }) => value)).size < tags.length && countOfKeys(tags) > 1,
    words: 'with the same value twice in its tags',
  },
  'keys-but-for-blanks': {
    fits: differsIn((key) => key.trim()),
    words: 'with keys that differ by a blank in its tags',
  },
  'digit-keys': { fits: (tags) => tagKeysOf(tags).includes('0'), words: 'with digits as keys in its tags' },
  'prototype-keys': {
    fits: (tags) => tagKeysOf(tags).some((key) => key === '__proto__' || key === 'constructor'),
    words: 'with keys like constructor in its tags',
  },
} as const satisfies Record<string, ShapeOfTags>;

export type TagShape = keyof typeof TAG_SHAPES;

/** Shapes that can still show the same where no subject has the requested one, the nearest first. */
export const NEAREST_SHAPES: ReadonlyMap<TagShape, readonly TagShape[]> = new Map<
  TagShape,
  readonly TagShape[]
>([
  ['one', ['some']],
  ['several', ['some']],
  ['three-or-more', ['several']],
]);
