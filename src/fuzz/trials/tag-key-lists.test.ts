import { expect, test } from 'vitest';
import type { TagItem } from '../../spec/envelope.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import { TAG_KEY_LIST_NAMES, tagKeyList, type TagKeyList } from './tag-key-lists.ts';

const TAGS = ['vip', '$ref', 'Rank'].map((key) => ({ key, value: 'x' }));

test.each<[name: TagKeyList, pick: number, list: readonly unknown[] | null]>([
  ['one', 0, ['vip']],
  ['one', 4, ['$$ref']],
  ['some', 0b101, ['vip', 'Rank']],
  ['reversed', 0, ['Rank', '$$ref', 'vip']],
  ['one in other case', 2, ['rANK']],
  ['null', 0, null],
  ['a null', 0x1a, ['vip', null, 'Rank']],
])('from the keys of a subject: %s, picked by %i', (name, pick, list) => {
  expect(tagKeyList(name, TAGS, pick)).toEqual(list);
});

test('a repeated key is taken once', () => {
  expect(tagKeyList('all', [...TAGS, ...TAGS], 0)).toEqual(['vip', '$$ref', 'Rank']);
});

test.each<[what: string, tags: Fact<readonly TagItem[]> | undefined]>([
  ['which is absent', undefined],
  ['of unknown tags', UNKNOWN],
  ['without tags', []],
])('a subject %s uses a common key', (_, tags) => {
  expect(tagKeyList('one twice', tags, 5)).toEqual(['vip', 'vip']);
});

test('an odd element takes every place that the number can pick', () => {
  const places = Array.from({ length: 0xfff }, (_, pick) => tagKeyList('a null', TAGS, pick) ?? []);
  expect(places.every((list) => list.filter((each) => each === null).length === 1)).toBe(true);
  expect(new Set(places.map((list) => list.indexOf(null))).size).toBe(12);
});

/** Tags with a key whose Unicode normal forms differ. */
const ACCENTED = ['vip', 'Rank', 'caf\u00e9'].map((key) => ({ key, value: 'x' }));

test('no two names give the same list for a number', () => {
  const made = new Map(
    TAG_KEY_LIST_NAMES.map((name) => [JSON.stringify(tagKeyList(name, ACCENTED, 0x1235)), name]),
  );
  expect(TAG_KEY_LIST_NAMES.filter((name) => ![...made.values()].includes(name))).toEqual([]);
});
