/** When a run gives up on a target whose rate limit refuses every request. */
import { expect, test } from 'vitest';
import { TotalLimit } from './pace.ts';

/** Refuses requests a second apart until the target is given up, and returns the seconds that took. */
function secondsUntilGivenUp(limit: TotalLimit, from: number, apartMs = 1000): number {
  for (let count = 0; count < 1000; count += 1)
    if (limit.refused(from + count * apartMs) !== undefined) return (count * apartMs) / 1000;
  return Number.POSITIVE_INFINITY;
}

test('gives up after twenty seconds if nothing was ever served, longer than a window of seconds', () => {
  expect(secondsUntilGivenUp(new TotalLimit(), 500)).toBe(20);
});

test('waits for more than a minute if something was served, and the message says what to do', () => {
  const limit = new TotalLimit();
  limit.served();
  expect(secondsUntilGivenUp(limit, 0)).toBe(65);
  expect(limit.refused(66_000)).toMatch(/refused all 67 requests .* declare them$/);
});

test('starts anew with each served request, as a limit that serves now and then is real', () => {
  const limit = new TotalLimit();
  limit.served();
  for (let minute = 0; minute < 20; minute += 1) {
    for (let at = 0; at < 59; at += 1) expect(limit.refused(minute * 60_000 + at * 1000)).toBeUndefined();
    limit.served();
  }
});

test('does not give up on a few slow refusals, however long they take', () => {
  const limit = new TotalLimit();
  for (let at = 0; at < 11; at += 1) expect(limit.refused(at * 60_000)).toBeUndefined();
  expect(limit.refused(12 * 60_000)).toMatch(/^the target limits everything/);
});
