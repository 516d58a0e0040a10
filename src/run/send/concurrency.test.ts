/** How many requests go at once, by how fast the target answers; and which wait for a place. */

import { describe, expect, test } from 'vitest';
import { Concurrency, fixedAtOnce, Places } from './concurrency.ts';

/** So many at once after a while of replies that take as long as `msOf` says for that number. */
function after(replies: number, msOf: (atOnce: number) => number): Concurrency {
  const concurrency = new Concurrency('auto');
  for (let reply = 0; reply < replies; reply += 1) concurrency.answered(msOf(concurrency.atOnce));
  return concurrency;
}

test.each<readonly [target: string, msOf: (atOnce: number) => number, least: number, most: number]>([
  ['is far away, and answers any number as fast', () => 50, 64, 64],
  ['works on one request after the other', (atOnce) => atOnce, 16, 32],
  ['works on forty at once', (atOnce) => Math.max(50, (50 * atOnce) / 40), 56, 64],
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

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  /** Cases with so many independent requests each, whose replies come after so many turns; what went at once, and what each case got. */
  async function sent(count: number, cases: readonly number[], turnsOf: (request: number) => number) {
    const places = new Places(() => count);
    const atOnce: number[] = [];
    let underWay = 0;
    const send = async (request: number): Promise<number> => {
      underWay += 1;
      atOnce.push(underWay);
      for (let turn = turnsOf(request); turn >= 0; turn -= 1) await soon();
      underWay -= 1;
      return request;
    };
    const results = await Promise.all(
      cases.map((requests) =>
        places.during(() =>
          places.sideBySide(
            Array.from({ length: requests }, (_, at) => at),
            send,
          ),
        ),
      ),
    );
    return { atOnce, results };
  }

  test.each([
    [1, [5], 1],
    [4, [9], 4],
    [4, [1, 1, 9], 4],
    [3, [7, 7, 7, 7], 3],
    [8, [3], 3],
  ])(
    '%i for cases of %j requests: %i go at once at most, each case gets its replies in order',
    async (count, cases, most) => {
      const { atOnce, results } = await sent(count, cases, (request) => (request * 5) % 4);
      expect(Math.max(...atOnce)).toBe(most);
      expect(results).toEqual(cases.map((requests) => Array.from({ length: requests }, (_, at) => at)));
    },
  );

  test('places that are added are used by those that wait', async () => {
    let count = 1;
    const places = new Places(() => count);
    let underWay = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await soon();
      count = 3;
      underWay -= 1;
    };
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => places.during(work)));
    expect(most).toBe(3);
  });

  test('a case that waits for a place has it after the next reply', async () => {
    const places = new Places(() => 2);
    const log: string[] = [];
    const slow = places.during(() =>
      places.sideBySide([1, 2, 3, 4], async (request) => {
        await soon();
        log.push(`reply ${request}`);
      }),
    );
    const other = places.during(async () => void log.push('other'));
    await Promise.all([slow, other]);
    expect(log.indexOf('other')).toBeLessThan(3);
  });

  test('work that fails while other work goes on fails the whole, and nothing else', async () => {
    const places = new Places(() => 4);
    const failing = places.during(() =>
      places.sideBySide([1, 2, 3, 4], async (request) => {
        if (request === 1) await new Promise((resolve) => setTimeout(resolve, 5));
        throw new Error(`request ${request}`);
      }),
    );
    await expect(failing).rejects.toThrow('request');
  });
});
