/** Tags that backends stumble over, mixed into generated worlds: a row each. */
import type { TagItem } from '../contract/envelope.ts';

const tag = (key: string, value: string): TagItem => ({ key, value });
const many = (count: number): readonly TagItem[] =>
  Array.from({ length: count }, (_, at) => tag(`item-${String(at + 1).padStart(3, '0')}`, `${at + 1}`));

export const ODD_TAGS: readonly (readonly TagItem[])[] = [
  [],
  [tag('note', '')],
  [tag('Guild', 'Larks'), tag('guild', 'larks'), tag('GUILD', 'LARKS')],
  [tag('title', 'first'), tag('title', 'second')],
  [tag('constructor', 'a word of prototypes'), tag('__proto__', 'another'), tag('toString', 'a third')],
  [tag('motto', '«Плыви» — 泳げ — اسبح — שחה')],
  [tag('face', '👩🏽‍🚀🏳️‍🌈'), tag('flag', '🇳🇵')],
  [tag('name', 'Zoe\u0308'), tag('name-composed', 'Zo\u00eb')],
  [tag('quote', `"it's \\ here"`), tag('markup', '<b>&amp;</b><script>alert(1)</script>')],
  [tag('lines', 'one\ntwo\r\nthree\tfour'), tag('padded', '  both ends  ')],
  [tag('number', '0012'), tag('boolean', 'false'), tag('nothing', 'null'), tag('object', '{"a":[1]}')],
  [tag('history', 'seen '.repeat(800).trimEnd())],
  many(60),
];
