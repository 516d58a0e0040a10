/** Which cases and requests go at the same time. */
import { describe, expect, test } from 'vitest';
import { ExclusiveQueue, Places, type Permit } from './locks.ts';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Cases that send, rest and send again, and log it. */
function logging(): {
  readonly log: string[];
  readonly work: (name: string) => (permit: Permit) => Promise<string>;
} {
  const log: string[] = [];
  const send = async (name: string): Promise<void> => {
    log.push(`${name} begins`);
    await soon();
    log.push(`${name} ends`);
  };
  return {
    log,
    work: (name) => async (permit) => {
      await send(`${name}1`);
      await permit.rest(soon);
      await send(`${name}2`);
      return name;
    },
  };
}

const always = (): boolean => true;

test('cases about different keys rest at the same time, but send one after the other', async () => {
  const queue = new ExclusiveQueue();
  const { log, work } = logging();
  await Promise.all([queue.run(['x'], work('a'), always), queue.run(['y'], work('b'), always)]);
  expect(log).toEqual([
    'a1 begins',
    'a1 ends',
    'b1 begins',
    'b1 ends',
    'a2 begins',
    'a2 ends',
    'b2 begins',
    'b2 ends',
  ]);
});

test('cases about the same key run one after the other', async () => {
  const queue = new ExclusiveQueue();
  const { log, work } = logging();
  await Promise.all([
    queue.run(['x'], work('a'), always),
    queue.run(['y', 'x'], work('b'), always),
    queue.run(['y'], work('c'), always),
  ]);
  expect(log.filter((line) => line.endsWith('begins')).map((line) => line.slice(0, 2))).toEqual([
    'a1',
    'a2',
    'b1',
    'b2',
    'c1',
    'c2',
  ]);
});

test('a bad result is checked again alone, but only if other cases ran at the same time', async () => {
  const queue = new ExclusiveQueue();
  const { log, work } = logging();
  const never = (): boolean => false;
  await queue.run(['x'], work('a'), never);
  expect(log).toHaveLength(4);
  log.splice(0);
  await Promise.all([queue.run(['x'], work('a'), never), queue.run(['y'], work('b'), always)]);
  const again = log.filter((line) => line.startsWith('a1 begins'));
  expect(again).toHaveLength(2);
  const at = log.lastIndexOf('a1 begins');
  expect(log.slice(at, at + 4)).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('what is sent alongside lets others begin, counts as company for both, and is over before a case has the target for itself', async () => {
  const queue = new ExclusiveQueue();
  const log: string[] = [];
  const asking = async (permit: Permit): Promise<string> => {
    log.push('asks');
    await permit.alongside(async () => {
      for (let turn = 0; turn < 5; turn += 1) await soon();
      log.push('asked');
    });
    return 'a';
  };
  const sending = async (): Promise<string> => {
    log.push('sends');
    await soon();
    return 'b';
  };
  await Promise.all([queue.run(['x'], asking, always), queue.run(['y'], sending, () => false)]);
  expect(log).toEqual(['asks', 'sends', 'asked', 'sends']);
});

test('a case that throws gives back its keys and its permit', async () => {
  const queue = new ExclusiveQueue();
  const { log, work } = logging();
  await expect(queue.run(['x'], () => Promise.reject(new Error('broken')), always)).rejects.toThrow('broken');
  await queue.run(['x'], work('a'), always);
  expect(log).toHaveLength(4);
});

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
});
