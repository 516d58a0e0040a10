import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect/dialect.ts';
import { heldAgainst } from './against-file.ts';
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
  why: ['needs more'],
});
const twoWays = (at: string, ...options: readonly string[]): ProbedSlot => ({
  kind: 'two ways',
  question,
  at,
  shown: options.map((option) => ({ option, cases: [`c/${option}`] })),
});
const told = (at: string, option: string): Answer => ({ question, at, option });
const ALL = [
  answered('gamePlayer', 'filter'),
  answered('characterPlayer', 'filter'),
  answered('group', 'filter'),
];

describe('what a file lacks', () => {
  test.each<
    readonly [
      what: string,
      slots: readonly ProbedSlot[],
      file: readonly Answer[],
      additions: readonly Answer[],
    ]
  >([
    ['is one answer where all places agree', ALL, [], [told('', 'filter')]],
    ['is nothing where it answers as a whole', ALL, [told('', 'filter')], []],
    [
      'is each other place where it answers for one',
      ALL,
      [told('group', 'filter')],
      [told('gamePlayer', 'filter'), told('characterPlayer', 'filter')],
    ],
    ['is not an answer in two ways', [twoWays('group', 'filter', 'none')], [], []],
    [
      'is each place that told where another did not',
      [answered('gamePlayer', 'none'), undetermined('characterPlayer'), answered('group', 'none')],
      [],
      [told('gamePlayer', 'none'), told('group', 'none')],
    ],
    ['is nothing of what contradicts it', ALL, [told('', 'none')], []],
  ])('%s', (_, slots, file, additions) => {
    expect(heldAgainst(slots, file).additions).toEqual(additions);
  });
});

describe('what contradicts a file', () => {
  test('is an answer other than its own, with the cases that show it', () => {
    expect(heldAgainst(ALL, [told('', 'filter'), told('group', 'none')]).contradictions).toEqual([
      { question, at: 'group', declared: 'none', option: 'filter', cases: ['c/of@group'] },
    ]);
  });

  test('is also the other one of two ways', () => {
    expect(heldAgainst([twoWays('group', 'filter', 'none')], [told('', 'none')]).contradictions).toEqual([
      { question, at: 'group', declared: 'none', option: 'filter', cases: ['c/filter'] },
    ]);
  });

  test('is nothing that was not declared', () => {
    expect(heldAgainst([undetermined('group')], [told('', 'none')]).contradictions).toEqual([]);
  });
});
