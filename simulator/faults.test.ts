import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../src/contract/codes.ts';
import { faultsOf, NO_FAULTS, type Provocations } from './faults.ts';

const provoke: Provocations = new Map<RefusalCode, { header: readonly [string, string] }>([
  ['InternalServerError', { header: ['X-Fault', 'internal'] }],
  ['UnknownError', { header: ['X-Fault', 'unknown'] }],
  ['OperationTimeout', { header: ['X-Slow', 'yes'] }],
]);

describe('a fault', () => {
  it.each([
    [['x-fault', 'internal'], 'InternalServerError'],
    [['a', 'b', 'X-FAULT', ' unknown '], 'UnknownError'],
    [['X-Slow', 'yes'], 'OperationTimeout'],
    [['X-Fault', 'Internal'], undefined],
    [['X-Fault', 'yes'], undefined],
    [['X-Fault', '__proto__'], undefined],
    [[], undefined],
  ])('of the headers %j is %s', (headers, code) => {
    const answer = faultsOf(provoke)(headers);
    expect(answer?.kind === 'refused' ? answer.code : undefined).toBe(code);
  });

  it('is never there where none is declared', () => {
    expect(faultsOf(new Map())).toBe(NO_FAULTS);
  });
});
