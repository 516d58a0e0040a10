/** Which cases send at the same time. */
import { expect, test } from 'vitest';
import { Turns, type Permit } from './locks.ts';

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
      await permit.send(() => send(`${name}1`));
      await permit.rest(soon);
      await permit.send(() => send(`${name}2`));
      return name;
    },
  };
}

const always = (): boolean => true;

test('cases about different keys rest at the same time, but send one after the other', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  await Promise.all([turns.ofKeys(['x'], work('a'), always), turns.ofKeys(['y'], work('b'), always)]);
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

test.each([
  ['as long as their requests at once are few enough', 60, ['a1', 'b1', 'c1'], 2],
  ['not where these would be too many', 59, ['a1', 'b1', 'c1'], 1],
])('bursts about different keys are sent beside each other, %s', async (_, most, order, together) => {
  const turns = new Turns();
  let underWay = 0;
  const counts: number[] = [];
  const begun: string[] = [];
  const burst = (name: string) => (permit: Permit) =>
    permit.send(async () => {
      begun.push(name);
      underWay += 1;
      counts.push(underWay);
      for (let turn = 0; turn < 3; turn += 1) await soon();
      underWay -= 1;
      return name;
    });
  const size = { size: 30, most: () => most };
  await Promise.all(
    ['a1', 'b1', 'c1'].map((name) => turns.ofKeys([name], burst(name), always, undefined, size)),
  );
  expect(begun).toEqual(order);
  expect(Math.max(...counts)).toBe(together);
});

test('a bad result beside the burst of another key is checked again alone, whichever began first', async () => {
  const turns = new Turns();
  const counts = new Map<string, number>();
  const alone: string[] = [];
  let underWay = 0;
  const burst = (name: string) => (permit: Permit) =>
    permit.send(async () => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      underWay += 1;
      await soon();
      if (underWay === 1) alone.push(name);
      underWay -= 1;
    });
  const size = { size: 30, most: () => 60 };
  const never = (): boolean => false;
  await Promise.all(['a', 'b'].map((name) => turns.ofKeys([name], burst(name), never, undefined, size)));
  expect(Object.fromEntries(counts)).toEqual({ a: 2, b: 2 });
  expect(alone.toSorted()).toEqual(['a', 'b', 'b']);
});

test('cases about the same key run one after the other', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  await Promise.all([
    turns.ofKeys(['x'], work('a'), always),
    turns.ofKeys(['y', 'x'], work('b'), always),
    turns.ofKeys(['y'], work('c'), always),
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
  const turns = new Turns();
  const { log, work } = logging();
  const never = (): boolean => false;
  await turns.ofKeys(['x'], work('a'), never);
  expect(log).toHaveLength(4);
  log.splice(0);
  await Promise.all([turns.ofKeys(['x'], work('a'), never), turns.ofKeys(['y'], work('b'), always)]);
  const again = log.filter((line) => line.startsWith('a1 begins'));
  expect(again).toHaveLength(2);
  const at = log.lastIndexOf('a1 begins');
  expect(log.slice(at, at + 4)).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('what is sent alongside gives way to a case that needs the target for itself, and is company for it', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const asking = async (permit: Permit): Promise<string> => {
    await permit.send(async () => log.push('asks'));
    for (let turn = 0; turn < 5; turn += 1)
      await permit.alongside(async () => {
        log.push('asks again');
        await soon();
        log.push('asked');
      });
    return 'a';
  };
  const sending = async (permit: Permit): Promise<string> => {
    await permit.send(async () => log.push('sends'));
    await permit.rest(soon);
    return 'b';
  };
  const never = (): boolean => false;
  await Promise.all([turns.ofKeys(['x'], asking, always), turns.ofKeys(['y'], sending, never)]);
  expect(log.filter((line) => line === 'sends')).toHaveLength(2);
  expect(log.indexOf('sends')).toBeLessThan(log.lastIndexOf('asked'));
  for (const [at, line] of log.entries()) if (line === 'asks again') expect(log[at + 1]).toBe('asked');
});

test('what is checked again alone waits until all that send side by side are through', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  const chain = async (): Promise<void> => {
    for (const name of ['b', 'c', 'd', 'e']) {
      const next = turns.shared(async () => {
        log.push(name);
        for (let turn = 0; turn < 3; turn += 1) await soon();
      });
      const overlap = turns.shared(async () => {
        for (let turn = 0; turn < 4; turn += 1) await soon();
      });
      await next;
      void overlap;
    }
  };
  const limited = turns.ofKeys(['x'], work('a'), () => false);
  while (log.length === 0) await Promise.resolve();
  await Promise.all([limited, chain()]);
  const again = log.lastIndexOf('a1 begins');
  expect(again).toBeGreaterThan(log.indexOf('e'));
  expect(log.slice(again)).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('others send side by side while a case about a key rests, and none does when it sends', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  const other = (name: string): Promise<void> =>
    turns.shared(async () => {
      log.push(`${name} begins`);
      for (let turn = 0; turn < 3; turn += 1) await soon();
      log.push(`${name} ends`);
    });
  const limited = turns.ofKeys(['x'], work('a'), always);
  while (log.length === 0) await Promise.resolve();
  await Promise.all([limited, other('b'), other('c')]);
  expect(log).toEqual([
    'a1 begins',
    'a1 ends',
    'b begins',
    'c begins',
    'b ends',
    'c ends',
    'a2 begins',
    'a2 ends',
  ]);
});

test('a case that needs the target for itself waits for requests under way, not for the whole cases that they belong to', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  const long = async (): Promise<void> => {
    for (const name of ['b1', 'b2', 'b3'])
      await turns.sideBySide.send(async () => {
        log.push(name);
        for (let turn = 0; turn < 3; turn += 1) await soon();
      });
  };
  await Promise.all([long(), turns.ofKeys(['x'], work('a'), always)]);
  expect(log.filter((line) => !line.endsWith('ends'))).toEqual(['b1', 'a1 begins', 'b2', 'a2 begins', 'b3']);
});

test('a case that throws gives back its keys and its permit', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  await expect(turns.ofKeys(['x'], () => Promise.reject(new Error('broken')), always)).rejects.toThrow(
    'broken',
  );
  await turns.ofKeys(['x'], work('a'), always);
  expect(log).toHaveLength(4);
});
