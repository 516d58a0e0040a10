/** Tags of each shape as a target file has them, for lines to paste: examples to replace by what the backend has. */
import type { TagShape } from '../roles/tag-shapes.ts';

export interface TagText {
  /** Part of the id; empty for the plain subject. */
  readonly label: string;
  readonly tags: string;
  /** Behind the kind of the subject: `with several tags`. */
  readonly words: string;
}

const tag = (key: string, value: string): string =>
  `{ key: ${JSON.stringify(key)}, value: ${JSON.stringify(value)} }`;
const list = (...tags: readonly string[]): string => `[${tags.join(', ')}]`;

const ONE: TagText = { label: 'one-tag', tags: list(tag('key', 'value')), words: 'with one tag' };
/** What any subject is declared with: one line serves most cases. */
export const PLAIN_TAGS: TagText = {
  label: '',
  tags: list(tag('first', 'value'), tag('second', 'value'), tag('third', 'value')),
  words: 'with several tags',
};
const shaped = (shape: TagShape, label: string, tags: string): TagText => ({
  label,
  tags,
  words: `with ${shape} tags`,
});
const valued = (shape: TagShape, label: string, value: string): TagText =>
  shaped(shape, label, list(tag('key', value)));

/** One line serves every shape that it can. */
export const TAG_TEXTS = {
  none: { label: 'no-tags', tags: '[]', words: 'without tags' },
  one: ONE,
  some: PLAIN_TAGS,
  several: PLAIN_TAGS,
  'three-or-more': PLAIN_TAGS,
  many: { label: 'many', tags: '{ generate: 100 }', words: 'with 100 tags or more' },
  emoji: valued('emoji', 'emoji', '\u{1F600}'),
  'right-to-left': valued('right-to-left', 'rtl', '\u0634\u0645\u0633'),
  combining: valued('combining', 'accent', 'e\u0301'),
  cjk: valued('cjk', 'cjk', '\u6F22\u5B57'),
  'line-separator': shaped('line-separator', 'line-sep', '[{ key: "key", value: "a\\u2028b" }]'),
  markup: valued('markup', 'markup', '<&>'),
  'empty-value': valued('empty-value', 'empty', ''),
  blanks: valued('blanks', 'blanks', ' value '),
  long: shaped('long', 'long', '[{ key: "key", value: { repeat: x, times: 8000 } }]'),
  'keys-in-two-cases': shaped('keys-in-two-cases', 'cases', list(tag('key', 'value'), tag('KEY', 'value'))),
  'prefix-keys': shaped('prefix-keys', 'prefix', list(tag('key', 'value'), tag('key-2', 'value'))),
  thousand: { label: 'thousand', tags: '{ generate: 1001 }', words: 'with more than a thousand tags' },
  'long-keys': shaped('long-keys', 'longkey', '[{ key: { repeat: k, times: 4097 }, value: value }]'),
  'huge-value': shaped('huge-value', 'huge', '[{ key: "key", value: { repeat: x, times: 65536 } }]'),
  'control-characters': shaped('control-characters', 'control', '[{ key: "key", value: "a\\u0001b" }]'),
  'line-ends': shaped('line-ends', 'crlf', '[{ key: "key", value: "a\\r\\nb" }]'),
  entities: valued('entities', 'entity', '&lt;'),
  plus: valued('plus', 'plus', 'a+b'),
  'variation-selectors': shaped(
    'variation-selectors',
    'variant',
    '[{ key: "key", value: "\\u2764\\ufe0f" }]',
  ),
  'long-numbers': valued('long-numbers', 'digits', '9007199254740993'),
  'same-values': shaped('same-values', 'same', list(tag('key', 'value'), tag('key-2', 'value'))),
  'keys-but-for-blanks': shaped(
    'keys-but-for-blanks',
    'blankkey',
    list(tag('key', 'value'), tag('key ', 'other')),
  ),
  'digit-keys': shaped('digit-keys', 'digitkey', list(tag('0', 'value'), tag('1', 'value'))),
  'prototype-keys': shaped('prototype-keys', 'proto', list(tag('constructor', 'value'))),
} as const satisfies Record<TagShape, TagText>;
