import { describe, expect, test } from 'vitest';
import { AGAIN, again, maxRuns, pauseAfter, type AgainReason } from './again.ts';

/** Work with these results in their order, and how often it was done. */
function numbered(): { readonly work: () => Promise<number>; readonly done: () => number } {
  let count = 0;
  return { work: () => Promise.resolve((count += 1)), done: () => count };
}

describe('something is done again', () => {
  test.each<readonly [enough: number, results: readonly number[]]>([
    [1, [1]],
    [2, [1, 2]],
    [9, [1, 2, 3]],
  ])('until %i is enough, and not more often than its reason allows: %j', async (enough, results) => {
    const { work, done } = numbered();
    expect(await again('spoiled', work, (last) => last >= enough)).toEqual(results);
    expect(done()).toBe(results.length);
  });

  test('with the first result there already, which is not asked whether it is enough', async () => {
    const { work, done } = numbered();
    const all = await again('the request before', work, () => true, { first: 7 });
    expect([all, done()]).toEqual([[7, 1], 1]);
  });
});

test.each<readonly [reason: AgainReason, pauses: readonly number[]]>([
  ['busy', [200, 400, 800, 1600, 3200, 5000, 5000]],
  ['gateway at first', [350, 700, 1400]],
  ['until it is served', [45, 90, 180]],
  ['starting', [100, 200, 400, 800, 1000]],
  ['spoiled', [0, 0]],
])('the pauses for %s are %j', (reason, pauses) => {
  expect(pauses.map((_, tries) => pauseAfter(reason, tries + 1))).toEqual(pauses);
});

test('a case runs at most 225 times, with --repeat 10 at most 1,035 times', () => {
  expect([maxRuns(), maxRuns(10)]).toEqual([225, 1035]);
});

test('a request is sent at most this often for each reason', () => {
  const ofRequests = Object.entries(AGAIN).filter(([, { of }]) => of === 'request');
  expect(Object.fromEntries(ofRequests.map(([reason, { tries }]) => [reason, tries]))).toEqual({
    'no reply': 2,
    busy: 5,
    'busy, or the answer': 2,
    limited: 12,
    'limited, as all are': 24,
    firewall: 2,
    'until it is served': Infinity,
    'the request before': 3,
  });
});
