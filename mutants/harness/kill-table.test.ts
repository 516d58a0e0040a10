import { describe, expect, test } from 'vitest';
import type { MutantOutcome } from './run-mutant.ts';
import type { Mutant } from '../defects/mutant.ts';
import { MUTANTS } from '../defects/mutants.ts';
import { classTable, endingOf, rowWriter, tableEnd } from './kill-table.ts';
import type { CaseObservation } from './observation.ts';
import { madeMutant } from './test-helpers/made-mutant.ts';

const observation = (caseId: string, clause: string): CaseObservation => ({
  caseId,
  finding: { clause, kind: 'wrong-outcome' },
});

const right = observation('id/one-short@group.admin', '7.3/string-min-length');
const killed: MutantOutcome = { mutant: madeMutant('short', '2.1/length'), kill: right, noticed: right };
const survived: MutantOutcome = {
  mutant: madeMutant('hidden', '1/json'),
  kill: undefined,
  noticed: observation('reply/success@group.admin', '4.5.2/tags'),
};
const unseen: MutantOutcome = { mutant: madeMutant('unseen', '1/json'), kill: undefined, noticed: undefined };
const left: MutantOutcome = {
  mutant: madeMutant('rare', '1/json', true),
  kill: undefined,
  noticed: undefined,
};
const found: MutantOutcome = { mutant: madeMutant('rare', '2.1/length', true), kill: right, noticed: right };

describe('the ending of a mutant', () => {
  test.each([
    ['killed', killed],
    ['survived', survived],
    ['survived', unseen],
    ['fuzz', left],
    ['killed', found],
  ] as const)('%s', (ending, mutantOutcome) => {
    expect(endingOf(mutantOutcome)).toBe(ending);
  });
});

test('rows stand in columns', () => {
  const row = rowWriter([killed.mutant, survived.mutant, left.mutant]);
  expect([killed, survived, left].map(row)).toEqual([
    'short   2.1/length  id/one-short@group.admin  wrong-outcome of 7.3/string-min-length\n',
    'hidden  1/json      SURVIVED\n',
    'rare    1/json      left to the fuzzer\n',
  ]);
});

test('the end lists survivors first, then what is left to the fuzzer, then the counts', () => {
  expect(tableEnd([killed, left, survived, unseen], 21_300)).toBe(
    [
      '',
      'SURVIVED hidden (1/json): does hidden; only reply/success@group.admin noticed it, by a finding of 4.5.2/tags',
      'SURVIVED unseen (1/json): does unseen; no case noticed anything',
      'fuzz     rare (1/json): does rare',
      '4 mutants: 1 killed, 1 marked fuzz, 2 survived in 21.3 s',
      '',
    ].join('\n'),
  );
});

const [one, two, three, other] = [
  madeMutant('one'),
  madeMutant('two', '1/json', true),
  madeMutant('three'),
  madeMutant('other'),
];
const killedBy = (of: Mutant): MutantOutcome => ({ mutant: of, kill: right, noticed: right });
const alive = (of: Mutant): MutantOutcome => ({ mutant: of, kill: undefined, noticed: undefined });

const CLASSES = [
  { name: 'bodies', mutants: [one, two, three] },
  { name: 'not hunted', mutants: [madeMutant('left-out')] },
  { name: 'leaks', mutants: [other] },
];

test('each class that was hunted has a line that says what notices its mutants', () => {
  expect(classTable([killedBy(one), alive(two), alive(three), killedBy(other)], CLASSES)).toBe(
    [
      '',
      'class   mutants  run  fuzz  survived',
      'bodies  3        1    1     1',
      'leaks   1        1    0     0',
      '',
    ].join('\n'),
  );
});

test('without a mutant there is no table', () => {
  expect(classTable([], CLASSES)).toBe('');
});

test('every mutant of ours is of one class', () => {
  const table = classTable(MUTANTS.map(killedBy)).trim().split('\n').slice(1);
  const counts = table.map((line) => Number(/ {2}(\d+) /.exec(line)?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MUTANTS.length);
});
