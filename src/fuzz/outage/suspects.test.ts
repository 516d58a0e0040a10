import { describe, expect, test } from 'vitest';
import type { NoReplyWhy } from '../../http/exchange.ts';
import { failureName } from '../save/failure-name.ts';
import { performTrial, type Tried } from '../execute/perform.ts';
import type { Recipe } from '../generate/recipe.ts';
import { Silence } from './suspects.ts';
import { MATERIAL, plain, recipe, senderTo } from '../test-helpers/made.ts';

/** A trial that got no answer, for this reason. */
async function unanswered(of: Recipe, why: NoReplyWhy): Promise<Tried> {
  const tried = await performTrial({ kind: 'single', recipe: of }, 'made', senderTo(plain()), MATERIAL);
  const judged = tried.judged.map((shot) => ({
    ...shot,
    exchange: { ...shot.exchange, outcome: { kind: 'no-reply', why, detail: why } as const },
    trouble: why,
  }));
  return { ...tried, judged, trouble: why };
}

const ODD = recipe('group.admin', { set: { tagKeys: null } });
const PLAIN = recipe('group.server');
const AT = { path: 'random:1:2', requests: 1 };

const silent = (
  tried: Tried,
  began: number,
  ended: number,
): { tried: Tried; at: typeof AT; began: number; ended: number } => ({ tried, at: AT, began, ended });

describe('who is suspected of having silenced a target', () => {
  test('is what was on its way when it fell silent, what is odd first', async () => {
    const silence = new Silence(async () => false);
    await silence.note(silent(await unanswered(PLAIN, 'closed'), 1, 10));
    await silence.note(silent(await unanswered(ODD, 'timeout'), 9, 12));
    await silence.note(silent(await unanswered(ODD, 'timeout'), 11, 13));
    await silence.note(silent(await unanswered(ODD, 'unreachable'), 2, 11));
    const suspects = silence.suspects();
    expect(suspects.map(({ tried: { trial } }) => trial)).toEqual([
      { kind: 'single', recipe: ODD },
      { kind: 'single', recipe: PLAIN },
    ]);
    expect(suspects.map(failureName)).toEqual(['suspect/1', 'suspect/2']);
  });

  test('is nobody behind whom somebody was answered when that was asked', async () => {
    const answers = [true, false];
    const silence = new Silence(async () => answers.shift() ?? false);
    await silence.note(silent(await unanswered(ODD, 'timeout'), 1, 2));
    await silence.ask();
    await silence.note(silent(await unanswered(PLAIN, 'closed'), 3, 4));
    await silence.ask();
    expect(silence.isTotal).toBe(true);
    expect(silence.suspects().map(({ tried: { trial } }) => trial)).toEqual([
      { kind: 'single', recipe: PLAIN },
    ]);
  });

  test('is nobody where somebody was answered since', async () => {
    const silence = new Silence(async () => false);
    await silence.note(silent(await unanswered(ODD, 'closed'), 1, 2));
    silence.broken();
    await silence.note(silent(await unanswered(PLAIN, 'unreachable'), 3, 4));
    expect(silence.suspects()).toEqual([]);
  });
});

test('the reasons are counted, the latest last', async () => {
  const silence = new Silence(async () => true);
  for (const why of ['timeout', 'closed', 'timeout'] as const)
    await silence.note(silent(await unanswered(PLAIN, why), 1, 2));
  expect([...silence.reasons]).toEqual([
    ['closed', 1],
    ['timeout', 2],
  ]);
  expect(silence.why).toBe('timeout');
});

test('an answer that comes while that is asked ends the silence', async () => {
  const silence: Silence = new Silence(async () => {
    silence.broken();
    return false;
  });
  await silence.note(silent(await unanswered(PLAIN, 'timeout'), 1, 2));
  await silence.ask();
  expect([silence.isTotal, silence.suspects()]).toEqual([false, []]);
});

describe('a silence is total', () => {
  async function after(count: number, answersAnybody: boolean): Promise<Silence> {
    const silence = new Silence(async () => answersAnybody);
    const tried = await unanswered(PLAIN, 'timeout');
    for (let at = 0; at < count; at += 1) await silence.note(silent(tried, at, at + 1));
    return silence;
  }

  test.each<[count: number, answersAnybody: boolean, is: boolean]>([
    [3, false, false],
    [4, false, true],
    [4, true, false],
    [19, true, false],
    [20, true, true],
  ])('after %i trials, anybody answered: %s, it is %s', async (count, answersAnybody, is) => {
    expect((await after(count, answersAnybody)).isTotal).toBe(is);
  });

  test.each<[count: number, answersAnybody: boolean, is: boolean]>([
    [0, false, false],
    [1, false, true],
    [1, true, false],
  ])('when asked after %i, anybody answered: %s, it is %s', async (count, answersAnybody, is) => {
    const silence = await after(count, answersAnybody);
    await silence.ask();
    expect(silence.isTotal).toBe(is);
  });
});
