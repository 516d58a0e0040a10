import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { byResource, compact, heldAgainst, type FoundOptions } from './against-file.ts';
import type { ProbedSlot } from './probed-slot.ts';

const question = 'tagKeys.effect';
const answered = (at: string, option: string): ProbedSlot => ({
  kind: 'answered',
  question,
  at,
  option,
  cases: [`c/of@${at}`],
});
const undetermined = (at: string): ProbedSlot => ({
  kind: 'undetermined',
  question,
  at,
  why: [['needs more']],
  ended: [],
});
const twoWays = (at: string, ...options: readonly string[]): ProbedSlot => ({
  kind: 'two ways',
  question,
  at,
  shown: options.map((option) => ({ option, cases: [`c/${option}`] })),
});
const declared = (at: string, option: string): Answer => ({ question, at, option });
const ALL = [
  answered('gamePlayer', 'filter'),
  answered('characterPlayer', 'filter'),
  answered('group', 'filter'),
];

describe('the additions to a file', () => {
  test.each<
    readonly [
      what: string,
      slots: readonly ProbedSlot[],
      file: readonly Answer[],
      additions: readonly Answer[],
    ]
  >([
    ['are one answer if all places agree', ALL, [], [declared('', 'filter')]],
    ['are none if the file answers for all places', ALL, [declared('', 'filter')], []],
    [
      'are the other places if the file answers for one',
      ALL,
      [declared('group', 'filter')],
      [declared('gamePlayer', 'filter'), declared('characterPlayer', 'filter')],
    ],
    ['do not include a question answered in two ways', [twoWays('group', 'filter', 'none')], [], []],
    [
      'are the answered places if another place is undetermined',
      [answered('gamePlayer', 'none'), undetermined('characterPlayer'), answered('group', 'none')],
      [],
      [declared('gamePlayer', 'none'), declared('group', 'none')],
    ],
    ['do not include contradictions', ALL, [declared('', 'none')], []],
  ])('%s', (_, slots, file, additions) => {
    expect(heldAgainst(slots, file).additions).toEqual(additions);
  });
});

describe('a contradiction of a file', () => {
  test('is an answer other than the declared one, with the cases that show it', () => {
    expect(heldAgainst(ALL, [declared('', 'filter'), declared('group', 'none')]).contradictions).toEqual([
      { question, at: 'group', declared: 'none', option: 'filter', cases: ['c/of@group'] },
    ]);
  });

  test('is also the other answer of two', () => {
    expect(heldAgainst([twoWays('group', 'filter', 'none')], [declared('', 'none')]).contradictions).toEqual([
      { question, at: 'group', declared: 'none', option: 'filter', cases: ['c/filter'] },
    ]);
  });

  test('is not an undetermined question', () => {
    expect(heldAgainst([undetermined('group')], [declared('', 'none')]).contradictions).toEqual([]);
  });
});

type Options = Readonly<Record<string, string>>;

const found = (options: Options, asked: readonly string[] = ENDPOINT_IDS): FoundOptions => ({
  question: 'tagKeys.empty',
  options: new Map(Object.entries(options)),
  asked,
});
const byPlace = (answers: ReturnType<typeof compact>): Options =>
  Object.fromEntries(answers.map(({ at, option }) => [at, option]));
const everywhere = (option: string): Options => Object.fromEntries(ENDPOINT_IDS.map((id) => [id, option]));

describe('answers', () => {
  test.each<readonly [what: string, found: FoundOptions, answers: Options]>([
    ['are one if all places agree', found(everywhere('all')), { '': 'all' }],
    [
      'are one for each resource whose places agree, and one for each other place',
      found({ ...everywhere('all'), 'group.client': 'none' }),
      {
        gamePlayer: 'all',
        characterPlayer: 'all',
        'group.client': 'none',
        'group.server': 'all',
        'group.admin': 'all',
      },
    ],
    [
      'never cover a place that was asked but not answered',
      found({ 'gamePlayer.client': 'all', 'gamePlayer.server': 'all' }),
      { 'gamePlayer.client': 'all', 'gamePlayer.server': 'all' },
    ],
    [
      'cover all places if only some are asked and those agree',
      found({ 'gamePlayer.client': 'all', 'group.client': 'all' }, ['gamePlayer.client', 'group.client']),
      { '': 'all' },
    ],
    ['are for the backend if the question is', found({ '': 'all' }, ['']), { '': 'all' }],
    ['are for resources as the question', found({ group: 'all' }, ['gamePlayer', 'group']), { group: 'all' }],
    ['are none without observed answers', found({}), {}],
  ])('%s', (_, given, answers) => {
    expect(byPlace(compact(given))).toEqual(answers);
  });

  test('can be kept by resource', () => {
    expect(byPlace(byResource(found(everywhere('all'))))).toEqual({
      gamePlayer: 'all',
      characterPlayer: 'all',
      group: 'all',
    });
  });
});
