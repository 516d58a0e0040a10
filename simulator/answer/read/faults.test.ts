import { describe, expect, it } from 'vitest';
import type { Provocations, RefusalCode } from '../../../src/spec/codes.ts';
import { endpointOf } from '../../../src/spec/endpoints.ts';
import { provokedFaults, NO_FAULTS } from './faults.ts';

const provoke: Provocations = new Map<RefusalCode, { header: readonly [string, string] }>([
  ['InternalServerError', { header: ['X-Fault', 'internal'] }],
  ['UnknownError', { header: ['X-Fault', 'unknown'] }],
  ['OperationTimeout', { header: ['X-Slow', 'yes'] }],
  ['InvalidRequestParameters', { header: ['X-Odd', 'yes'] }],
]);
const ON = endpointOf('group.admin');

describe('a fault', () => {
  it.each([
    [['x-fault', 'internal'], 'InternalServerError'],
    [['a', 'b', 'X-FAULT', ' unknown '], 'UnknownError'],
    [['X-Slow', 'yes'], 'OperationTimeout'],
    [['X-Fault', 'Internal'], 'InvalidRequestParameters'],
    [['X-Fault', 'yes'], 'InvalidRequestParameters'],
    [['X-Fault', '__proto__'], 'InvalidRequestParameters'],
    [['X-Falt', 'internal'], 'InvalidRequestParameters'],
    [['X-Faults', 'unknwon'], 'InvalidRequestParameters'],
    [['X-Fault', ''], undefined],
    [['X-Default', 'on'], undefined],
    [['Content-Type', 'internal'], undefined],
    [[], undefined],
  ])('of the headers %j is %s', (headers, code) => {
    const answer = provokedFaults(provoke)(headers, ON);
    expect(answer?.kind === 'refused' ? answer.code : undefined).toBe(code);
  });

  it.each([
    [
      ['X-Fault', 'internl'],
      'the header X-Fault provokes nothing with the value "internl"; did you mean X-Fault: internal? These provoke a refusal: X-Fault: internal, X-Fault: unknown, X-Slow: yes, X-Odd: yes',
    ],
    [
      ['x-fault', 'nothing-like-it'],
      'the header X-Fault provokes nothing with the value "nothing-like-it". These provoke a refusal: X-Fault: internal, X-Fault: unknown, X-Slow: yes, X-Odd: yes',
    ],
    [
      ['X-Fautl', 'unknown'],
      'the header "X-Fautl" provokes nothing; did you mean X-Fault: unknown? These provoke a refusal: X-Fault: internal, X-Fault: unknown, X-Slow: yes, X-Odd: yes',
    ],
  ])('that is misspelt as %j is answered with what there is', (headers, debug) => {
    expect(provokedFaults(provoke)(headers, ON)).toMatchObject({
      kind: 'refused',
      members: [{ member: expect.stringMatching(/^X-Fa[ul]+t[ul]?$/), type: 'any' }],
      debug,
    });
  });

  it.each([
    ['InvalidRequestParameters', ['X-Odd', 'yes'], [{ member: 'groupId', type: 'any' }]],
    ['OperationTimeout', ['X-Slow', 'yes'], []],
  ])('of %s lists a failing member where the document wants one', (_, headers, members) => {
    expect(provokedFaults(provoke)(headers, ON)).toMatchObject({ members });
  });

  it('is never there where none is declared', () => {
    expect(provokedFaults(new Map())).toBe(NO_FAULTS);
  });
});
