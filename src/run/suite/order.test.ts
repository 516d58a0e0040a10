/** Concurrent work whose results are reported in order. */
import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inPlanOrder } from './order.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Waits until no more pending callbacks run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await soon();
}

/** Work that ends when the test ends it. */
class Bench {
  readonly begun: number[] = [];
  readonly reported: number[] = [];
  readonly #ends = new Map<number, () => void>();

  readonly work = (item: number): Promise<number> => {
    this.begun.push(item);
    return new Promise((resolve) => this.#ends.set(item, () => resolve(item)));
  };

  readonly emit = (result: number): boolean => {
    this.reported.push(result);
    return true;
  };

  end(...items: readonly number[]): Promise<void> {
    for (const item of items) this.#ends.get(item)?.();
    return settle();
  }
}

test.each([1, 2, 3, 7, 50])(
  'with concurrency %i, results are reported in the order of the items',
  async (concurrency) => {
    const reported: number[] = [];
    await inPlanOrder({
      items: upTo(40),
      concurrency,
      work: async (item) => {
        for (let turn = 0; turn < (item * 7) % 5; turn += 1) await soon();
        return item * 10;
      },
      emit: (result) => reported.push(result) > 0,
    });
    expect(reported).toEqual(upTo(40).map((item) => item * 10));
  },
);

describe('with concurrency three', () => {
  test('at most three items are under way, and none starts three places ahead of the next one to report', async () => {
    const bench = new Bench();
    const done = inPlanOrder({ items: upTo(9), concurrency: 3, ...bench });
    await settle();
    expect(bench.begun).toEqual([0, 1, 2]);
    await bench.end(1, 2);
    expect(bench.begun).toEqual([0, 1, 2]);
    expect(bench.reported).toEqual([]);
    await bench.end(0);
    expect(bench.reported).toEqual([0, 1, 2]);
    expect(bench.begun).toEqual([0, 1, 2, 3, 4, 5]);
    await bench.end(4);
    expect(bench.begun).toHaveLength(6);
    await bench.end(3);
    expect(bench.reported).toEqual([0, 1, 2, 3, 4]);
    expect(bench.begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await bench.end(5, 6, 7);
    await bench.end(8);
    await done;
    expect(bench.reported).toEqual(upTo(9));
  });

  test('when reporting stops, nothing more starts, and the work under way ends first', async () => {
    const bench = new Bench();
    let ended = false;
    const enough = inPlanOrder({
      items: upTo(9),
      concurrency: 3,
      work: bench.work,
      emit: (result) => bench.emit(result) && result < 1,
    }).then(() => (ended = true));
    await settle();
    await bench.end(0);
    expect(bench.begun).toEqual([0, 1, 2, 3]);
    await bench.end(1);
    expect(ended).toBe(false);
    await bench.end(2, 3);
    await enough;
    expect(bench.reported).toEqual([0, 1]);
    expect(bench.begun).toEqual([0, 1, 2, 3]);
  });
});

test('a slow item holds back no other that is not too far ahead', async () => {
  const bench = new Bench();
  const done = inPlanOrder({ items: upTo(9), concurrency: 2, ahead: 5, ...bench });
  await settle();
  for (const item of [1, 2, 3, 4]) await bench.end(item);
  expect([bench.begun, bench.reported]).toEqual([[0, 1, 2, 3, 4], []]);
  await bench.end(0);
  expect([bench.begun, bench.reported]).toEqual([upTo(7), upTo(5)]);
  await bench.end(5, 6);
  await bench.end(7, 8);
  await done;
  expect(bench.reported).toEqual(upTo(9));
});

test('work that throws is a bug, and its error is passed on', async () => {
  const work = async (): Promise<number> => {
    throw new TypeError('a fault');
  };
  await expect(inPlanOrder({ items: upTo(5), concurrency: 2, work, emit: () => true })).rejects.toThrow(
    'a fault',
  );
});
