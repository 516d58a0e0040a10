/** When a target that refuses everything for how much is sent is given up. */
import { expect, test } from 'vitest';
import { TotalLimit } from './total-limit.ts';

/** Refusals a second apart from a time on, until one gives up; how many seconds that took. */
function secondsUntilGivenUp(limit: TotalLimit, from: number, apartMs = 1000): number {
  for (let count = 0; count < 1000; count += 1)
    if (limit.refused(from + count * apartMs) !== undefined) return (count * apartMs) / 1000;
  return Number.POSITIVE_INFINITY;
}

test('one that has served nothing is given up after twenty seconds, longer than a window of seconds', () => {
  expect(secondsUntilGivenUp(new TotalLimit(), 500)).toBe(20);
});

test('one that has served something is given more than a minute, and the message says what to do', () => {
  const limit = new TotalLimit();
  limit.served();
  expect(secondsUntilGivenUp(limit, 0)).toBe(65);
  expect(limit.refused(66_000)).toMatch(/refused each of 67 requests .* declare them$/);
});

test('each served request begins anew: a limit that serves now and then is a real one', () => {
  const limit = new TotalLimit();
  limit.served();
  for (let minute = 0; minute < 20; minute += 1) {
    for (let at = 0; at < 59; at += 1) expect(limit.refused(minute * 60_000 + at * 1000)).toBeUndefined();
    limit.served();
  }
});

test('a few slow refusals say nothing, however long they take', () => {
  const limit = new TotalLimit();
  for (let at = 0; at < 11; at += 1) expect(limit.refused(at * 60_000)).toBeUndefined();
  expect(limit.refused(12 * 60_000)).toMatch(/^the target limits everything/);
});
