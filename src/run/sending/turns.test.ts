/** Cases that want the target for themselves: who sends when. */
import { expect, test } from 'vitest';
import type { Planned } from '../../suite/plan/plan.ts';
import { Turns, type Turn } from './turns.ts';

/** A plan of which only the keys matter. */
const about = (...keys: readonly string[]): Planned =>
  ({ steps: [{ requests: keys.map((name) => ({ fixtures: { key: { name } } })) }] }) as unknown as Planned;

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Cases that send, rest and send again, as they note it. */
function noting(): {
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

test('cases about different keys rest at the same time, and only one sends', async () => {
  const turns = new Turns();
  const { log, work } = noting();
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

test('cases about the same key go one behind the other', async () => {
  const turns = new Turns();
  const { log, work } = noting();
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

test('a result that is not good is sought again without company, and only where there was any', async () => {
  const turns = new Turns();
  const { log, work } = noting();
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

test('what throws gives back the keys and the turn', async () => {
  const turns = new Turns();
  const { log, work } = noting();
  await expect(turns.run(about('x'), () => Promise.reject(new Error('broken')), always)).rejects.toThrow(
    'broken',
  );
  await turns.run(about('x'), work('a'), always);
  expect(log).toHaveLength(4);
});
