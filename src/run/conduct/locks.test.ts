/** The turns of cases that run alone. */
import { expect, test } from 'vitest';
import type { Planned } from '../../suite/plan/plan.ts';
import { Turns, type Turn } from './locks.ts';

/** A plan with only keys. */
const about = (...keys: readonly string[]): Planned =>
  ({ steps: [{ requests: keys.map((name) => ({ who: { key: { name } } })) }] }) as unknown as Planned;

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Cases that send, rest and send again, and log it. */
function logging(): {
  readonly log: string[];
  readonly work: (name: string) => (turn: Turn) => Promise<string>;
} {
  const log: string[] = [];
  const send = async (name: string): Promise<void> => {
    log.push(`${name} begins`);
    await soon();
    log.push(`${name} ends`);
  };
  return {
    log,
    work: (name) => async (turn) => {
      await send(`${name}1`);
      await turn.rest(soon);
      await send(`${name}2`);
      return name;
    },
  };
}

const always = (): boolean => true;

test('cases about different keys rest at the same time, but send one after the other', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  await Promise.all([turns.run(about('x'), work('a'), always), turns.run(about('y'), work('b'), always)]);
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
  const turns = new Turns();
  const { log, work } = logging();
  await Promise.all([
    turns.run(about('x'), work('a'), always),
    turns.run(about('y', 'x'), work('b'), always),
    turns.run(about('y'), work('c'), always),
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
  await turns.run(about('x'), work('a'), never);
  expect(log).toHaveLength(4);
  log.splice(0);
  await Promise.all([turns.run(about('x'), work('a'), never), turns.run(about('y'), work('b'), always)]);
  const again = log.filter((line) => line.startsWith('a1 begins'));
  expect(again).toHaveLength(2);
  const at = log.lastIndexOf('a1 begins');
  expect(log.slice(at, at + 4)).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('a case that throws releases its keys and its turn', async () => {
  const turns = new Turns();
  const { log, work } = logging();
  await expect(turns.run(about('x'), () => Promise.reject(new Error('broken')), always)).rejects.toThrow(
    'broken',
  );
  await turns.run(about('x'), work('a'), always);
  expect(log).toHaveLength(4);
});
