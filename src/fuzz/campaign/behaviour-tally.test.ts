import { describe, expect, test } from 'vitest';
import type { Phase } from './phases.ts';
import { BehaviourTally, expectedEvery, MAX_BEHAVIOURS, type TrialObservation } from './behaviour-tally.ts';

const observation = (phase: Phase, behaviours: string): TrialObservation => ({
  phase,
  requests: 2,
  behaviours: behaviours.split(' '),
});

function tallyOf(observations: readonly TrialObservation[]): BehaviourTally {
  const tally = new BehaviourTally();
  for (const each of observations) tally.add(each);
  return tally;
}

describe('a tally', () => {
  test.each<readonly [what: string, all: readonly TrialObservation[], figures: object]>([
    ['of nothing', [], { count: 0, sinceLast: 0, random: 0, once: 0 }],
    ['of one random trial', [observation('random', 'a b')], { count: 2, sinceLast: 0, random: 2, once: 2 }],
    [
      'of a repeated behaviour',
      [observation('random', 'a b'), observation('sequences', 'a')],
      { count: 2, sinceLast: 2, random: 4, once: 1 },
    ],
    [
      'of a behaviour from a phase that is not random: known, but not used for the estimate',
      [observation('smoke', 'a'), observation('exhaustive', 'b'), observation('random', 'a c')],
      { count: 3, sinceLast: 0, random: 2, once: 1 },
    ],
    [
      'of a behaviour that a random trial showed before the exhaustive phase',
      [observation('wire', 'a'), observation('exhaustive', 'a')],
      { count: 1, sinceLast: 2, random: 2, once: 0 },
    ],
  ])('%s', (_, all, figures) => {
    expect(tallyOf(all).figures).toEqual({ isCapped: false, ...figures });
    expect(tallyOf(all.toReversed()).figures).toMatchObject({ ...figures, sinceLast: expect.any(Number) });
  });

  test('counts the behaviours that only one phase has shown', () => {
    const tally = tallyOf([
      observation('random', 'a b'),
      observation('wire', 'b c'),
      observation('wire', 'd'),
    ]);
    expect([tally.onceBy('random'), tally.onceBy('wire'), tally.onceBy('smoke')]).toEqual([1, 2, 0]);
    expect([tally.requestsOf('random'), tally.requestsOf('wire')]).toEqual([2, 4]);
    expect([tally.seen('b'), tally.seen('z')]).toEqual([2, 0]);
  });

  test('distinguishes a bounded number of behaviours', () => {
    const tally = new BehaviourTally();
    for (let at = 0; at < MAX_BEHAVIOURS + 5; at += 1) tally.add(observation('random', `b${at}`));
    expect(tally.figures).toMatchObject({
      count: MAX_BEHAVIOURS,
      isCapped: true,
      sinceLast: 0,
    });
  });
});

test.each([
  [0, 0, undefined],
  [5000, 0, undefined],
  [5000, 1, 5000],
  [90_000, 9, 10_000],
])('of %i random requests with %i behaviours seen once', (random, once, every) => {
  expect(expectedEvery({ random, once })).toBe(every);
});
