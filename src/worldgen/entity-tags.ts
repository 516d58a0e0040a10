/** The tags of generated entities: believable ones, sometimes none, sometimes odd ones. */
import type { Resource } from '../contract/endpoints.ts';
import type { TagItem } from '../contract/envelope.ts';
import { oneOf, type Draw } from './draws.ts';
import type { Vocabulary } from './vocabulary.ts';

const tag = (key: string, value: string): TagItem => ({ key, value });
const many = (count: number): readonly TagItem[] =>
  Array.from({ length: count }, (_, at) => tag(`item-${String(at + 1).padStart(3, '0')}`, `${at + 1}`));

/** Tags that backends stumble over, mixed into generated worlds: a row each. */
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

type Make = (draw: Draw, words: Vocabulary) => string;
type Row = readonly [key: string, make: Make];

const numberBelow =
  (bound: number): Make =>
  (draw) =>
    String(draw(bound) + 1);
const among =
  (...values: readonly string[]): Make =>
  (draw) =>
    oneOf(values, draw);
const day: Make = (draw) => new Date(Date.UTC(2024, 0, 1 + draw(700))).toISOString().replace(/T.*/, '');

/** The keys of each kind, the most descriptive first. */
const ROWS = {
  gamePlayer: [
    ['display-name', (draw, { names }) => oneOf(names, draw)],
    ['level', numberBelow(80)],
    ['region', (draw, { regions }) => oneOf(regions, draw)],
    ['vip', among('none', 'bronze', 'silver', 'gold')],
    ['guild', (draw, { guilds }) => oneOf(guilds, draw)],
    ['platform', among('android', 'ios', 'windows', 'mac', 'switch', 'web')],
    ['last-seen', day],
    ['title', (draw, { titles }) => oneOf(titles, draw)],
  ],
  characterPlayer: [
    ['class', among('ranger', 'smith', 'bard', 'pilot', 'healer', 'scout', 'cook', 'knight')],
    ['rank', numberBelow(50)],
    ['title', (draw, { titles }) => oneOf(titles, draw)],
    ['pet', (draw, { pets }) => oneOf(pets, draw)],
    ['born', day],
  ],
  group: [
    ['motto', (draw, { mottos }) => oneOf(mottos, draw)],
    ['rating', numberBelow(3000)],
    ['recruiting', among('yes', 'no')],
    ['region', (draw, { regions }) => oneOf(regions, draw)],
    ['founded', day],
  ],
} as const satisfies Record<Resource, readonly Row[]>;

const ODD_EACH = 40;
const ODD_AT = 7;
const NONE_EACH = 25;
const NONE_AT = 3;

/** This many tags, from a place in the table on; beyond its keys come badges. */
export function entityTags(
  resource: Resource,
  index: number,
  count: number,
  draw: Draw,
  words: Vocabulary,
): readonly TagItem[] {
  if (index % ODD_EACH === ODD_AT) return ODD_TAGS[Math.floor(index / ODD_EACH) % ODD_TAGS.length] ?? [];
  if (index % NONE_EACH === NONE_AT) return [];
  const rows: readonly Row[] = ROWS[resource];
  const from = draw(rows.length);
  return Array.from({ length: count }, (_, at) => {
    const row = at < rows.length ? rows[(from + at) % rows.length] : undefined;
    return row === undefined
      ? { key: `badge-${at - rows.length + 1}`, value: day(draw, words) }
      : { key: row[0], value: row[1](draw, words) };
  });
}
