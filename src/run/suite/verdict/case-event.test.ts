import { expect, test } from 'vitest';
import { finding } from '../../../judge/finding.ts';
import type { CaseAttempt } from './case-records.ts';
import { withoutRepeats } from './case-event.ts';

const sentTo = (path: string, step = 0): CaseAttempt =>
  ({ planned: { step, request: { path, body: new Uint8Array([1]) } } }) as unknown as CaseAttempt;
const found = (actual: string) =>
  finding('wrong-outcome', '7.1/max-request-reject', 'returnCode', 'Ok', actual);

test('a finding that replies to equal requests share is reported once, with their number', () => {
  const sent = ['/a', '/a', '/a', '/b'].map((path) => sentTo(path));
  const { findings, notes } = withoutRepeats(
    [
      [found('x'), 0],
      [found('x'), 1],
      [found('y'), 2],
      [found('x'), 3],
    ],
    sent,
  );
  expect(findings.map(([{ actual }, index]) => [actual, index])).toEqual([
    ['x', 0],
    ['y', 2],
    ['x', 3],
  ]);
  expect(notes).toEqual([
    'the answer is not the expected one (7.1/max-request-reject): the same in 2 replies to the same request',
  ]);
});

test('findings that differ are all reported', () => {
  const all = [
    [found('x'), 0],
    [found('y'), 0],
  ] as const;
  expect(withoutRepeats(all, [sentTo('/a')])).toEqual({ findings: all, notes: [] });
});

test('findings of steps with one request each are all reported: one came before the other', () => {
  const all = [
    [found('x'), 0],
    [found('x'), 1],
  ] as const;
  expect(withoutRepeats(all, [sentTo('/a', 0), sentTo('/a', 1)])).toEqual({
    findings: all,
    notes: [],
  });
});
