import { describe, expect, test } from 'vitest';
import { OddRequests, untilBreakdown } from './target-health.ts';
import type { Failure } from '../failures/failure-buckets.ts';
import { failureOf } from '../test-helpers/failures.ts';
import { plain, step } from '../test-helpers/made.ts';
import { related, single, type Trial } from '../trials/relations.ts';

const oddStep = (wire: 'no-host' | 'upgrade' | 'slow'): ReturnType<typeof step> =>
  step('group.admin', { wire });

describe('the odd requests shortly before', () => {
  test('are listed from the latest', () => {
    const odd = new OddRequests();
    odd.note(oddStep('no-host'), 100);
    odd.note(oddStep('upgrade'), 110);
    expect(odd.near(120)).toEqual(['wire upgrade on group.admin', 'wire no-host on group.admin']);
  });

  test.each([
    [100, 1],
    [164, 1],
    [165, 0],
    [36, 1],
    [35, 0],
  ])('near request %i, after one at the hundredth, are %i', (at, count) => {
    const odd = new OddRequests();
    odd.note(oddStep('slow'), 100);
    expect(odd.near(at)).toHaveLength(count);
  });

  test('are at most the latest 32, however long the run', () => {
    const odd = new OddRequests();
    for (let at = 1; at <= 1000; at += 1) odd.note(oddStep('slow'), at > 990 ? 50 : 40);
    odd.note(oddStep('upgrade'), 50);
    expect(odd.near(50)).toHaveLength(32);
    expect(odd.near(50)[0]).toBe('wire upgrade on group.admin');
  });

  test.each<readonly [send: Parameters<typeof step>[1], description: string]>([
    [{ method: 'DELETE' }, 'DELETE on gamePlayer.client'],
    [{ method: 'HEAD', wire: 'no-host' }, 'HEAD and wire no-host on gamePlayer.client'],
    [
      { body: 'deep-array', path: 'trailing-slash' },
      'body deep-array and path trailing-slash on gamePlayer.client',
    ],
  ])('describe %j', (send, description) => {
    const odd = new OddRequests();
    odd.note(step('gamePlayer.client', send), 1);
    expect(odd.near(1)).toEqual([description]);
  });
});

async function seenAt(key: string, requests: number, trial: Trial): Promise<Failure> {
  const made = await failureOf(trial, plain());
  return { ...made, key, first: { path: 'random:1:2', requests, order: requests } };
}
const PLAIN = step('group.admin');
const SINGLE: Trial = single(PLAIN);
const AFTER: Trial = related('next-works', oddStep('upgrade'), PLAIN);

describe('a breakdown', () => {
  test('keeps the failure after an odd request, then those from long before, and drops the consequences', async () => {
    const before = await seenAt('before', 100, SINGLE);
    const meanwhile = await seenAt('meanwhile', 480, SINGLE);
    const culprit = await seenAt('culprit', 500, AFTER);
    const after = await seenAt('after', 520, SINGLE);
    const odd = new OddRequests();
    odd.note(oddStep('upgrade'), 495);
    odd.note(oddStep('slow'), 100);
    const { kept, note } = untilBreakdown([before, meanwhile, culprit, after], odd, 4);
    expect(kept.map(({ key }) => key)).toEqual(['culprit', 'before']);
    expect(note).toBe(
      '; the odd requests just before: wire upgrade on group.admin; 2 more kinds of failures since then are treated as consequences',
    );
  });

  test('keeps the first failure without an odd request', async () => {
    const buckets = [await seenAt('first', 500, SINGLE), await seenAt('second', 501, SINGLE)];
    const { kept, note } = untilBreakdown(buckets, new OddRequests(), 4);
    expect(kept.map(({ key }) => key)).toEqual(['first']);
    expect(note).toMatch(/^; 1 more kind of failures since then are treated as /);
  });
});
