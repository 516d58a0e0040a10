/** Tags of each shape as a target file has them, for lines to paste: examples to replace by what the backend has. */
import type { TagShape } from '../tag-shapes.ts';

export interface TagText {
  readonly label: string;
  readonly tags: string;
}

const tag = (key: string, value: string): string =>
  `{ key: ${JSON.stringify(key)}, value: ${JSON.stringify(value)} }`;
const list = (...tags: readonly string[]): string => `[${tags.join(', ')}]`;

const ONE: TagText = { label: 'one-tag', tags: list(tag('key', 'value')) };
const THREE: TagText = {
  label: 'three-tags',
  tags: list(tag('first', 'value'), tag('second', 'value'), tag('third', 'value')),
};
const valued = (label: string, value: string): TagText => ({ label, tags: list(tag('key', value)) });

/** One line serves every shape that it can. */
export const TAG_TEXTS = {
  none: { label: 'no-tags', tags: '[]' },
  one: ONE,
  some: ONE,
  several: THREE,
  'three-or-more': THREE,
  many: { label: 'many-tags', tags: '{ generate: 100 }' },
  emoji: valued('emoji', '\u{1F600}'),
  'right-to-left': valued('rtl', '\u0634\u0645\u0633'),
  combining: valued('accent', 'e\u0301'),
  cjk: valued('cjk', '\u6F22\u5B57'),
  'line-separator': { label: 'line-sep', tags: '[{ key: "key", value: "a\\u2028b" }]' },
  markup: valued('markup', '<&>'),
  'empty-value': valued('empty', ''),
  blanks: valued('blanks', ' value '),
  long: { label: 'long-tag', tags: '[{ key: "key", value: { repeat: x, times: 8000 } }]' },
  'keys-in-two-cases': {
    label: 'two-cases',
    tags: list(tag('key', 'value'), tag('KEY', 'value')),
  },
  'prefix-keys': { label: 'prefix', tags: list(tag('key', 'value'), tag('key-2', 'value')) },
  'prototype-keys': { label: 'proto', tags: list(tag('constructor', 'value')) },
} as const satisfies Record<TagShape, TagText>;
