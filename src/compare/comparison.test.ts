import { describe, expect, test } from 'vitest';
import { finished, found } from '../probe/test-helpers/finished.ts';
import type { CaseFinished } from '../engine/events.ts';
import type { Instance } from '../suite/format/instance.ts';
import { instancesOf } from '../suite/test-helpers/made.ts';
import { compare, confirmedBy, evidenceOf } from './comparison.ts';

const [one, two] = instancesOf(
  { id: 'a/one', clauses: ['1/json'] },
  { id: 'a/two', clauses: ['1/json'] },
) as [Instance, Instance];
const saying = (option: string): CaseFinished => finished(one, { decided: [`codes.returnCode: ${option}`] });
const failing = finished(two, { verdict: 'fail', findings: [found('1/json')] });
const passing = finished(two);
const KEY = `${two.id} 1/json ${found('1/json').kind}`;

describe('a comparison', () => {
  test('knows drift by another answer than any of base', () => {
    const { drifts, compared } = compare({
      base: [[saying('number')], [saying('number')]],
      candidate: [saying('name')],
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

  test('counts what base says differently to itself as noise', () => {
    const { drifts, noise } = compare({
      base: [[saying('number')], [saying('name')]],
      candidate: [saying('name')],
    });
    expect([drifts, noise]).toEqual([[], ['codes.returnCode: number, then name']]);
  });

  test('tells regressions, repairs and noise of cases apart', () => {
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

  test('a case that the candidate does not answer any more is not a repair', () => {
    const gone = finished(two, { verdict: 'error', reason: 'no reply' });
    expect(compare({ base: [[passing]], candidate: [gone] }).unjudged).toEqual([two.id]);
    expect(compare({ base: [[failing]], candidate: [gone] }).repairs).toEqual([]);
  });
});

test('what is not seen again is noise', () => {
  const first = compare({ base: [[saying('number'), passing]], candidate: [saying('name'), failing] });
  expect([...evidenceOf(first)]).toEqual([one.id, two.id]);
  const none = compare({ base: [[saying('number'), passing]], candidate: [saying('number'), passing] });
  expect(confirmedBy(first, none)).toMatchObject({
    drifts: [],
    regressions: [],
    noise: ['codes.returnCode: name was not seen again', `${KEY} was not seen again`],
  });
  expect(confirmedBy(first, first)).toEqual(first);
});
