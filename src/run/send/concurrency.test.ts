/** How many requests go at once, by how fast the target answers. */
import { expect, test } from 'vitest';
import { Concurrency, fixedAtOnce } from './concurrency.ts';

/** So many at once after a while of replies that take as long as `msOf` says for that number. */
function after(replies: number, msOf: (atOnce: number) => number): Concurrency {
  const concurrency = new Concurrency('auto');
  for (let reply = 0; reply < replies; reply += 1) concurrency.answered(msOf(concurrency.atOnce));
  return concurrency;
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
  const concurrency = after(5000, () => 50);
  concurrency.strained();
  for (let reply = 0; reply < 5000; reply += 1) concurrency.answered(50);
  expect(concurrency.atOnce).toBe(16);
});

test.each([1, 7, 200])('the number %i that a user names stays', (named) => {
  const concurrency = new Concurrency(named);
  for (let reply = 0; reply < 5000; reply += 1) concurrency.answered(reply);
  concurrency.strained();
  expect([concurrency.atOnce, concurrency.most, fixedAtOnce(named)]).toEqual([named, named, named]);
});
