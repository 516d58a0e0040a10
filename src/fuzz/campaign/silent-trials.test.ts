import { describe, expect, test } from 'vitest';
import type { NoReplyWhy } from '../../http/exchange.ts';
import { failureName } from '../failures/failure-buckets.ts';
import { performTrial, type Tried } from '../trials/send-trial.ts';
import type { Step } from '../trials/step.ts';
import { SilentTrials } from './silent-trials.ts';
import { INPUTS, plain, step, senderTo } from '../test-helpers/made.ts';
import { single } from '../trials/relations.ts';

/** A trial without an answer, for this reason. */
async function unanswered(of: Step, why: NoReplyWhy): Promise<Tried> {
  const tried = await performTrial(single(of), 'made', senderTo(plain()), INPUTS);
  const judged = tried.judged.map((one) => ({
    ...one,
    exchange: { ...one.exchange, outcome: { kind: 'no-reply', why, detail: why } as const },
    notJudgedBecause: why,
  }));
  return { ...tried, judged, notJudgedBecause: why };
}

const ODD = step('group.admin', { set: { tagKeys: null } });
const PLAIN = step('group.server');
const AT = { path: 'random:1:2', requests: 1, order: 0 };

const spanning = (
  tried: Tried,
  began: number,
  ended: number,
): { tried: Tried; at: typeof AT; began: number; ended: number } => ({ tried, at: AT, began, ended });

describe('the requests under way at an outage', () => {
  test('are those sent before the first one failed, the odd ones first', async () => {
    const outage = new SilentTrials(async () => false);
    await outage.note(spanning(await unanswered(PLAIN, 'closed'), 1, 10));
    await outage.note(spanning(await unanswered(ODD, 'timeout'), 9, 12));
    await outage.note(spanning(await unanswered(ODD, 'timeout'), 11, 13));
    await outage.note(spanning(await unanswered(ODD, 'unreachable'), 2, 11));
    const suspects = outage.suspects();
    expect(suspects.map(({ tried: { trial } }) => trial)).toEqual([single(ODD), single(PLAIN)]);
    expect(suspects.map(failureName)).toEqual(['suspect/1', 'suspect/2']);
  });

  test('exclude those that were followed by an answered control request', async () => {
    const answers = [true, false];
    const outage = new SilentTrials(async () => answers.shift() ?? false);
    await outage.note(spanning(await unanswered(ODD, 'timeout'), 1, 2));
    await outage.ask();
    await outage.note(spanning(await unanswered(PLAIN, 'closed'), 3, 4));
    await outage.ask();
    expect(outage.isTotal).toBe(true);
    expect(outage.suspects().map(({ tried: { trial } }) => trial)).toEqual([single(PLAIN)]);
  });

  test('are none if another request was answered since', async () => {
    const outage = new SilentTrials(async () => false);
    await outage.note(spanning(await unanswered(ODD, 'closed'), 1, 2));
    outage.broken(3);
    await outage.note(spanning(await unanswered(PLAIN, 'unreachable'), 3, 4));
    expect(outage.suspects()).toEqual([]);
  });
});

test('the reasons are counted, the latest last', async () => {
  const outage = new SilentTrials(async () => true);
  for (const why of ['timeout', 'closed', 'timeout'] as const)
    await outage.note(spanning(await unanswered(PLAIN, why), 1, 2));
  expect([...outage.reasons]).toEqual([
    ['closed', 1],
    ['timeout', 2],
  ]);
  expect(outage.why).toBe('timeout');
});

test('an answer during the control request ends the outage', async () => {
  const outage: SilentTrials = new SilentTrials(async () => {
    outage.broken(3);
    return false;
  });
  await outage.note(spanning(await unanswered(PLAIN, 'timeout'), 1, 2));
  await outage.ask();
  expect([outage.isTotal, outage.suspects()]).toEqual([false, []]);
});

describe('an outage is total', () => {
  async function after(count: number, answersControl: boolean): Promise<SilentTrials> {
    const outage = new SilentTrials(async () => answersControl);
    const tried = await unanswered(PLAIN, 'timeout');
    for (let at = 0; at < count; at += 1) await outage.note(spanning(tried, at, at + 1));
    return outage;
  }

  test.each<[count: number, answersControl: boolean, is: boolean]>([
    [3, false, false],
    [4, false, true],
    [4, true, false],
    [19, true, false],
    [20, true, true],
  ])('after %i trials, control request answered: %s, it is %s', async (count, answersControl, is) => {
    expect((await after(count, answersControl)).isTotal).toBe(is);
  });

  test.each<[count: number, answersControl: boolean, is: boolean]>([
    [0, false, false],
    [1, false, true],
    [1, true, false],
  ])('when checked after %i, control request answered: %s, it is %s', async (count, answersControl, is) => {
    const outage = await after(count, answersControl);
    await outage.ask();
    expect(outage.isTotal).toBe(is);
  });
});
