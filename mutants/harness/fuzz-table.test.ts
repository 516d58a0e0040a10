import { describe, expect, test } from 'vitest';
import type { TrialFinding } from '../../src/fuzz/trials/judge-trial.ts';
import type { FuzzMutantOutcome, FuzzObservation } from './fuzz-mutant.ts';
import { findsEnough, fuzzRowWriter, fuzzTableEnd } from './fuzz-table.ts';
import { madeMutant } from './test-helpers/made-mutant.ts';

function redaction(clause: string, ms: number, requests: number): FuzzObservation {
  const finding = { clause, kind: 'wrong-outcome', level: 'must', at: '', expected: '', actual: '' } as const;
  const found: TrialFinding = { property: 'allowed', finding, requestIndex: 0 };
  return { found, ms, requests };
}

const late = redaction('7.3/number', 1234, 1);
const own = redaction('2.1/length', 40, 312);
const found: FuzzMutantOutcome = { mutant: madeMutant('short', '2.1/length'), noticed: late, own };
const noticed: FuzzMutantOutcome = { mutant: madeMutant('hidden', '1/json'), noticed: late, own: undefined };
const missed: FuzzMutantOutcome = {
  mutant: madeMutant('unseen', '1/envelope'),
  noticed: undefined,
  own: undefined,
};
const marked: FuzzMutantOutcome = { mutant: madeMutant('rare', '2.1/length', true), noticed: own, own };
const lost: FuzzMutantOutcome = {
  mutant: madeMutant('rarest', '1/json', true),
  noticed: undefined,
  own: undefined,
};

test('rows stand in columns, and show the finding of its own clause rather than an earlier one', () => {
  const row = fuzzRowWriter([found, noticed, missed].map((mutantOutcome) => mutantOutcome.mutant));
  expect([found, noticed, missed].map(row)).toEqual([
    'short   2.1/length  allowed  wrong-outcome, after 312 requests and 40 ms\n',
    'hidden  1/json      allowed  wrong-outcome of 7.3/number, after 1 request and 1.2 s\n',
    'unseen  1/envelope  NOT FOUND\n',
  ]);
});

test('the end lists what was not found, then the counts', () => {
  expect(fuzzTableEnd([found, noticed, missed, marked], 21_300)).toBe(
    [
      '',
      'NOT FOUND unseen (1/envelope): does unseen',
      '4 mutants: found by fuzzing alone: 1 of 1 (100.0 %) marked fuzz, 2 of 3 (66.7 %) others; 2 by a finding of their own clause; in 21.3 s',
      '',
    ].join('\n'),
  );
});

test('one mutant, and none that is marked', () => {
  expect(fuzzTableEnd([found], 5)).toBe(
    '\n1 mutant: found by fuzzing alone: 0 of 0 marked fuzz, 1 of 1 (100.0 %) others; 1 by a finding of their own clause; in 5 ms\n',
  );
});

describe('what is found is enough', () => {
  const times = (count: number, mutantOutcome: FuzzMutantOutcome): readonly FuzzMutantOutcome[] =>
    Array.from({ length: count }, () => mutantOutcome);
  test.each<readonly [what: string, mutantOutcomes: readonly FuzzMutantOutcome[], enough: boolean]>([
    ['all', [found, marked], true],
    ['none of none', [], true],
    ['by findings of other clauses', [noticed], true],
    ['one in twenty is missed', [...times(19, found), missed], true],
    ['two in twenty are missed', [...times(18, found), ...times(2, missed)], false],
    ['one alone is missed', [missed], false],
    ['a marked one is missed among many', [...times(100, found), ...times(100, marked), lost], false],
    ['marked ones do not make up for others', [missed, ...times(100, marked)], false],
  ])('%s', (_, mutantOutcomes, enough) => {
    expect(findsEnough(mutantOutcomes)).toBe(enough);
  });
});
