import { describe, expect, test } from 'vitest';
import type { Phase } from '../generate/phases.ts';
import { BehaviourTally, expectedEvery, MOST_BEHAVIOURS, type Observation } from './behaviour-tally.ts';

const seen = (phase: Phase, behaviours: string, at = 0, requests = 2): Observation => ({
  phase,
  requests,
  behaviours: behaviours.split(' '),
  at,
});

function tallyOf(observations: readonly Observation[]): BehaviourTally {
  const tally = new BehaviourTally();
  for (const each of observations) tally.add(each);
  return tally;
}

describe('a tally', () => {
  test.each<readonly [what: string, all: readonly Observation[], figures: object]>([
    ['of nothing', [], { count: 0, lastNewAt: 0, random: 0, once: 0 }],
    ['of one random trial', [seen('random', 'a b', 2)], { count: 2, lastNewAt: 2, random: 2, once: 2 }],
    [
      'of what comes again',
      [seen('random', 'a b', 2), seen('sequences', 'a', 4)],
      { count: 2, lastNewAt: 2, random: 4, once: 1 },
    ],
    [
      'of what a phase that is no sample showed: it is known, but nothing to estimate by',
      [seen('smoke', 'a', 2), seen('exhaustive', 'b', 4), seen('random', 'a c', 6)],
      { count: 3, lastNewAt: 6, random: 2, once: 1 },
    ],
    [
      'of what a random trial showed before the exhaustive phase did',
      [seen('wire', 'a', 2), seen('exhaustive', 'a', 4)],
      { count: 1, lastNewAt: 2, random: 2, once: 0 },
    ],
  ])('%s', (_, all, figures) => {
    expect(tallyOf(all).figures).toEqual({ isCapped: false, ...figures });
    expect(tallyOf(all.toReversed()).figures).toMatchObject({ ...figures, lastNewAt: expect.any(Number) });
  });

  test('says what each phase has shown alone', () => {
    const tally = tallyOf([seen('random', 'a b'), seen('wire', 'b c'), seen('wire', 'd')]);
    expect([tally.onceBy('random'), tally.onceBy('wire'), tally.onceBy('smoke')]).toEqual([1, 2, 0]);
    expect([tally.requestsOf('random'), tally.requestsOf('wire')]).toEqual([2, 4]);
    expect([tally.seen('b'), tally.seen('z')]).toEqual([2, 0]);
  });

  test('tells a bounded number of behaviours apart', () => {
    const tally = new BehaviourTally();
    for (let at = 0; at < MOST_BEHAVIOURS + 5; at += 1) tally.add(seen('random', `b${at}`, at));
    expect(tally.figures).toMatchObject({
      count: MOST_BEHAVIOURS,
      isCapped: true,
      lastNewAt: MOST_BEHAVIOURS + 4,
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
