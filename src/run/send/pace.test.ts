/** How many requests go at once, by how fast the target answers. */
import { expect, test } from 'vitest';
import { type AtOnce, fixedAtOnce, Pace } from './pace.ts';

/** So many at once after a while of replies that take as long as `msOf` says for that number. */
function after(replies: number, msOf: (atOnce: number) => number, wanted: AtOnce = 'auto'): Pace {
  const pace = new Pace(undefined, new AbortController().signal, wanted);
  for (let reply = 0; reply < replies; reply += 1) pace.served(msOf(pace.atOnce));
  return pace;
}

test.each<readonly [target: string, msOf: (atOnce: number) => number, least: number, most: number]>([
  ['is far away, and answers any number as fast', () => 50, 64, 64],
  ['works on one request after the other', (atOnce) => atOnce, 16, 16],
  ['works on forty at once', (atOnce) => Math.max(50, (50 * atOnce) / 40), 32, 32],
  ['answers at once', () => 0, 64, 64],
])('a target that %s', (_, msOf, least, most) => {
  const { atOnce } = after(5000, msOf);
  expect(atOnce).toBeGreaterThanOrEqual(least);
  expect(atOnce).toBeLessThanOrEqual(most);
});

test('a request that is not answered for load leaves it at sixteen', () => {
  const pace = after(5000, () => 50);
  expect(pace.atOnce).toBe(64);
  pace.release({ kind: 'no-reply', why: 'closed', detail: '' }, 0);
  for (let reply = 0; reply < 5000; reply += 1) pace.served(50);
  expect(pace.atOnce).toBe(16);
});

test.each([1, 7, 200])('the number %i that a user names stays', (named) => {
  const pace = after(5000, (reply) => reply, named);
  pace.refused(1);
  expect([pace.atOnce, pace.most, fixedAtOnce(named)]).toEqual([named, named, named]);
});
