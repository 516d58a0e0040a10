import { expect, test } from 'vitest';
import type { CaseFinished } from '../record/events.ts';
import { exchange, failed, NO_TYPE, TOO_SHORT, warned } from '../test-helpers/streams.ts';
import { causesOf } from './causes.ts';

const CASES: readonly CaseFinished[] = Array.from({ length: 60 }, (_, index) => {
  const clause = `7.3/unknown-${index % 7}`;
  const change = { findings: [{ ...TOO_SHORT, clause, actual: `${index}` }, NO_TYPE], case: { index } };
  return index % 5 === 0
    ? warned(`w${index}@group.client`, { case: { index } })
    : failed(`c${index}@group.client`, change);
});

const shown = (cases: readonly CaseFinished[]) =>
  causesOf(cases).map(({ key, cases: its, example }) => [
    key,
    its.map((each) => each.case.id),
    example.case.id,
  ]);

test('the causes, their order and their examples do not depend on the order in which cases end', () => {
  const shuffled = CASES.toSorted((a, b) => ((a.case.index * 37) % 61) - ((b.case.index * 37) % 61));
  expect(shuffled).not.toEqual(CASES);
  expect(shown(shuffled)).toEqual(shown(CASES));
  expect(shown(CASES)).toHaveLength(8);
});

test('the example is the case with the smallest command', () => {
  const sent = (bytes: number) => [exchange('', { curl: 'x'.repeat(bytes) })];
  const cases = [70, 20, 50].map((bytes, index) =>
    failed(`of-${bytes}@group.client`, { exchanges: sent(bytes), case: { index } }),
  );
  expect(causesOf(cases)[0]?.example.case.id).toBe('of-20@group.client');
});

test('the example has a short title', () => {
  const cases = ['with this and with that', 'with this'].map((title, index) =>
    failed(`of-${title.length}@group.client`, { case: { index, title } }),
  );
  expect(causesOf(cases)[0]?.example.case.id).toBe('of-9@group.client');
});
