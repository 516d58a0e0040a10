import { describe, expect, test } from 'vitest';
import { matrixText, worthOf, worthText, type MatrixRow } from './matrix.ts';
import type { CaseObservation } from './observation.ts';
import { madeMutant } from './test-helpers/made-mutant.ts';

const kill = (caseId: string): CaseObservation => ({
  caseId,
  finding: { clause: '1/json', kind: 'not-json' },
});
const row = (name: string, ...cases: readonly string[]): MatrixRow => ({
  mutant: madeMutant(name),
  kills: cases.map(kill),
  others: [],
});

const ROWS = [
  row('one', 'a/x@group.admin', 'a/x@group.client'),
  row('two', 'a/x@group', 'b/y@group'),
  row('none'),
];

describe('the matrix', () => {
  test('a row names each written case once', () => {
    expect(ROWS.map(matrixText)).toEqual([
      'one (1/json): a/x\n',
      'two (1/json): a/x b/y\n',
      'none (1/json): no case\n',
    ]);
  });

  test('a case is worth most where it alone kills a mutant, on however many endpoints', () => {
    const worth = worthOf(['a/x', 'b/y', 'c/z'], ROWS);
    expect(worth).toEqual({ nothing: ['c/z'], nothingAlone: ['b/y'] });
    expect(worthText(worth)).toBe(
      '\n1 written case that kill nothing\n  c/z\n\n1 written case that kill nothing alone\n  b/y\n\n',
    );
  });
});
