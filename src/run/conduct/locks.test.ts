/** Which cases send at the same time. */
import { expect, test } from 'vitest';
import { ExclusiveQueue, type Permit } from './locks.ts';

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
