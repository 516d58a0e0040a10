import { describe, expect, test } from 'vitest';
import type { MutantOutcome } from './run-mutant.ts';
import { endingOf, rowWriter, tableEnd } from './kill-table.ts';
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
