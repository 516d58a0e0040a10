import { expect, test } from 'vitest';
import type { Mutant } from '../defects/mutant.ts';
import { MUTANTS } from '../defects/mutants.ts';
import { classTable } from './class-table.ts';
import type { MutantOutcome } from './run-mutant.ts';
import { madeMutant } from './test-helpers/made-mutant.ts';

const [one, two, three, other] = [
  madeMutant('one'),
  madeMutant('two', '1/json', true),
  madeMutant('three'),
  madeMutant('other'),
];
const kill = { caseId: 'a/b', finding: { clause: '1/json', kind: 'wrong-outcome' } } as const;
const killed = (of: Mutant): MutantOutcome => ({ mutant: of, kill, noticed: kill });
const alive = (of: Mutant): MutantOutcome => ({ mutant: of, kill: undefined, noticed: undefined });

const CLASSES = [
  { name: 'bodies', mutants: [one, two, three] },
  { name: 'not hunted', mutants: [madeMutant('left-out')] },
  { name: 'leaks', mutants: [other] },
];

test('each class that was hunted has a line that says what notices its mutants', () => {
  expect(classTable([killed(one), alive(two), alive(three), killed(other)], CLASSES)).toBe(
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
  const table = classTable(MUTANTS.map(killed)).trim().split('\n').slice(1);
  const counts = table.map((line) => Number(/ {2}(\d+) /.exec(line)?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MUTANTS.length);
});
