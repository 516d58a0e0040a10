import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { heldAgainst } from './against-file.ts';
import type { Slot } from './slots.ts';

const question = 'tagKeys.effect';
const slot = (at: string, ...options: readonly string[]): Slot => ({
  question,
  at,
  shown: options.map((option) => ({ option, cases: [`${option}@${at}`] })),
  why: [],
  failed: [],
  ended: [],
});
const declared = (at: string, option: string): Answer => ({ question, at, option });
const each = (places: readonly string[], option: string): readonly Slot[] =>
  places.map((at) => slot(at, option));
const RESOURCES = ['gamePlayer', 'characterPlayer', 'group'];
const ALL = each(RESOURCES, 'filter');
const OTHERS = ENDPOINT_IDS.filter((id) => id !== 'group.client');

type Options = Readonly<Record<string, string>>;

/** The answers that a file with these answers lacks, by their places. */
function added(slots: readonly Slot[], file: readonly Answer[] = []): Options {
  const { additions } = heldAgainst(slots, file);
  return Object.fromEntries(additions.map(({ path, value }) => [path[2] ?? '', String(value)]));
}

describe('the additions to a file', () => {
  test.each<readonly [what: string, slots: readonly Slot[], file: readonly Answer[], additions: Options]>([
    ['are one answer if all places agree', ALL, [], { '': 'filter' }],
    ['are none if the file answers for all places', ALL, [declared('', 'none')], {}],
    [
      'are the other places if the file answers for one',
      ALL,
      [declared('group', 'filter')],
      { gamePlayer: 'filter', characterPlayer: 'filter' },
    ],
    ['do not include a question answered in two ways', [slot('group', 'filter', 'none')], [], {}],
    [
      'are the answered places if another place is undetermined',
      [slot('gamePlayer', 'none'), slot('characterPlayer'), slot('group', 'none')],
      [],
      { gamePlayer: 'none', group: 'none' },
    ],
    [
      'are one for each resource whose places agree, and one for each other place',
      [...each(OTHERS, 'all'), slot('group.client', 'none')],
      [],
      {
        gamePlayer: 'all',
        characterPlayer: 'all',
        'group.client': 'none',
        'group.server': 'all',
        'group.admin': 'all',
      },
    ],
    ['are for the backend if the question is', [slot('', 'all')], [], { '': 'all' }],
  ])('%s', (_, slots, file, additions) => {
    expect(added(slots, file)).toEqual(additions);
  });

  test('name their evidence, and what is discouraged', () => {
    expect(heldAgainst(each(RESOURCES, 'other'), []).additions).toEqual([
      {
        path: ['dialect', question],
        value: 'other',
        comment: 'learned: other@gamePlayer and 2 more cases, discouraged by 4.3/tag-keys/all-or-filter',
      },
    ]);
  });

  test('leave out where a case failed', () => {
    const failing = { ...slot('group', 'filter'), failed: ['a/case@group.admin'] };
    const { additions, withheld } = heldAgainst([slot('gamePlayer', 'filter'), failing], []);
    expect(additions.map(({ path }) => path[2])).toEqual(['gamePlayer']);
    expect(withheld).toEqual([failing]);
  });
});

test.each<
  readonly [what: string, slots: readonly Slot[], file: readonly Answer[], options: readonly string[]]
>([
  [
    'is an answer other than the declared one',
    ALL,
    [declared('', 'filter'), declared('group', 'none')],
    ['filter'],
  ],
  ['is also the other answer of two', [slot('group', 'filter', 'none')], [declared('', 'none')], ['filter']],
  ['is not an undetermined question', [slot('group')], [declared('', 'none')], []],
])('a contradiction of a file %s', (_, slots, file, options) => {
  const { contradictions } = heldAgainst(slots, file);
  expect(contradictions.flatMap(({ shown }) => shown.map(({ option }) => option))).toEqual(options);
  for (const found of contradictions) expect(found).toMatchObject({ at: 'group', declared: 'none' });
});
