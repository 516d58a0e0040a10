import { describe, expect, test } from 'vitest';
import { finished, found } from '../probe/test-helpers/finished.ts';
import type { CaseFinished } from '../engine/events.ts';
import type { Instance } from '../suite/format/instance.ts';
import { instancesOf } from '../suite/test-helpers/made.ts';
import { compare, confirmedBy, comparedEvidence } from './comparison.ts';

const [one, two] = instancesOf(
  { id: 'a/one', clauses: ['1/json'] },
  { id: 'a/two', clauses: ['1/json'] },
) as [Instance, Instance];
const deciding = (option: string): CaseFinished =>
  finished(one, { decided: [`codes.returnCode: ${option}`] });
const failing = finished(two, { verdict: 'fail', findings: [found('1/json')] });
const passing = finished(two);
const KEY = `${two.id} 1/json ${found('1/json').kind}`;

describe('a comparison', () => {
  test('reports an answer that base never gives as drift', () => {
    const { drifts, compared } = compare({
      base: [[deciding('number')], [deciding('number')]],
      candidate: [deciding('name')],
    });
    expect(drifts).toMatchObject([
      {
        question: 'codes.returnCode',
        from: ['number'],
        to: ['name'],
        class: 'form',
        severity: 'breaking',
        evidence: [one.id],
      },
    ]);
    expect(compared).toBe(1);
  });

  test('counts a difference between runs of base as noise', () => {
    const { drifts, noise } = compare({
      base: [[deciding('number')], [deciding('name')]],
      candidate: [deciding('name')],
    });
    expect([drifts, noise]).toEqual([[], ['codes.returnCode: number, then name']]);
  });

  test('distinguishes regressions, repairs and noise of cases', () => {
    const of = (first: CaseFinished, second: CaseFinished, candidate: CaseFinished) => {
      const { regressions, repairs, noise } = compare({ base: [[first], [second]], candidate: [candidate] });
      return { regressions, repairs, noise };
    };
    expect(of(passing, passing, failing)).toEqual({ regressions: [KEY], repairs: [], noise: [] });
    expect(of(failing, failing, passing)).toEqual({ regressions: [], repairs: [KEY], noise: [] });
    expect(of(failing, failing, failing)).toEqual({ regressions: [], repairs: [], noise: [] });
    expect(of(passing, failing, failing)).toEqual({
      regressions: [],
      repairs: [],
      noise: [`${two.id}: pass, then fail`],
    });
  });

  test('does not count an unanswered case as a repair', () => {
    const gone = finished(two, { verdict: 'error', reason: 'no reply' });
    expect(compare({ base: [[passing]], candidate: [gone] }).unjudged).toEqual([two.id]);
    expect(compare({ base: [[failing]], candidate: [gone] }).repairs).toEqual([]);
  });
});

test('a difference that does not recur is noise', () => {
  const first = compare({ base: [[deciding('number'), passing]], candidate: [deciding('name'), failing] });
  expect([...comparedEvidence(first)]).toEqual([one.id, two.id]);
  const none = compare({ base: [[deciding('number'), passing]], candidate: [deciding('number'), passing] });
  expect(confirmedBy(first, none)).toMatchObject({
    drifts: [],
    regressions: [],
    noise: ['codes.returnCode: name was not seen again', `${KEY} was not seen again`],
  });
  expect(confirmedBy(first, first)).toEqual(first);
});

test('a case that the candidate leaves unjudged once is noise, and twice it counts', () => {
  const limited = finished(two, { verdict: 'error', reason: 'it limits us' });
  const first = compare({ base: [[passing]], candidate: [limited] });
  expect([...comparedEvidence(first)]).toEqual([two.id]);
  const judged = compare({ base: [[passing]], candidate: [passing] });
  expect(confirmedBy(first, judged)).toMatchObject({
    unjudged: [],
    noise: [`${two.id}: not judged on the candidate, then judged`],
  });
  expect(confirmedBy(first, first)).toEqual(first);
});
