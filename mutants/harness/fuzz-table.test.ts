/** When fuzzing alone finds enough. Its rows: hunt.test.ts. */
import { expect, test } from 'vitest';
import type { FuzzMutantOutcome, FuzzObservation } from './fuzz-mutant.ts';
import { findsEnough } from './fuzz-table.ts';
import { madeMutant } from './test-helpers/made-mutant.ts';

const seen: FuzzObservation = {
  found: {
    property: 'allowed',
    finding: { clause: '1/json', kind: 'wrong-outcome', level: 'must', at: '', expected: '', actual: '' },
    requestIndex: 0,
  },
  ms: 1,
  requests: 1,
};
const outcome = (isMarked: true | undefined, noticed?: FuzzObservation): FuzzMutantOutcome => ({
  mutant: madeMutant('made', '2.1/length', isMarked),
  noticed,
  own: undefined,
});
const found = outcome(undefined, seen);
const missed = outcome(undefined);
const marked = outcome(true, seen);
const lost = outcome(true);
const times = (count: number, each: FuzzMutantOutcome): readonly FuzzMutantOutcome[] =>
  Array.from({ length: count }, () => each);

test.each<readonly [what: string, outcomes: readonly FuzzMutantOutcome[], enough: boolean]>([
  ['all', [found, marked], true],
  ['none of none', [], true],
  ['one in twenty is missed', [...times(19, found), missed], true],
  ['two in twenty are missed', [...times(18, found), ...times(2, missed)], false],
  ['a marked one is missed among many', [...times(100, found), ...times(100, marked), lost], false],
  ['marked ones do not make up for others', [missed, ...times(100, marked)], false],
])('what is found is enough: %s', (_, outcomes, enough) => {
  expect(findsEnough(outcomes)).toBe(enough);
});
