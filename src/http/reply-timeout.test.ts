import { expect, test } from 'vitest';
import { ReplyTimeout } from './reply-timeout.ts';

/** Where so many requests have timed out, and the slowest answer took this long. */
function replyTimeout(timeouts: number, slowestMs: number): ReplyTimeout {
  const made = new ReplyTimeout(5000);
  made.answered(slowestMs);
  for (let left = timeouts; left > 0; left -= 1) made.timedOut();
  return made;
}

test.each<readonly [timeouts: number, slowestMs: number, ms: number]>([
  [0, 3, 5000],
  [9, 3, 5000],
  [11, 3, 1000],
  [11, 80, 1600],
  [11, 4000, 5000],
])('after %i time-outs and answers within %i ms, a request may take %i ms', (timeouts, slowestMs, ms) => {
  expect(replyTimeout(timeouts, slowestMs).ms).toBe(ms);
});

test('a shortened time-out says so', () => {
  expect(replyTimeout(0, 3).words).toBe('5000 ms');
  expect(replyTimeout(20, 3).words).toMatch(/^1000 ms \(shortened from 5000 ms: /);
});

test('listens for late replies on so many connections, and closes those beyond', async () => {
  const made = new ReplyTimeout(5000);
  let closed = 0;
  const listened = Array.from({ length: 200 }, () => made.listen(Promise.resolve(true), () => (closed += 1)));
  expect(closed).toBe(72);
  expect(await Promise.all(listened.flatMap((each) => each ?? []))).toEqual(
    Array.from({ length: 128 }, () => true),
  );
});
