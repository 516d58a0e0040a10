/** What is judged goes on behind what comes from the network, one piece each time. */
import { expect, test } from 'vitest';
import { afterNetwork } from './after-network.ts';

test('of several who wait one goes on each time that Node looks at its sockets, in their order', async () => {
  const log: string[] = [];
  const wait = async (name: string): Promise<void> => {
    await afterNetwork();
    log.push(name);
  };
  let turns = 0;
  const look = (): void => {
    turns += 1;
    log.push(`look ${turns}`);
    if (turns < 4) setImmediate(look);
  };
  const all = Promise.all([wait('a'), wait('b'), wait('c')]);
  setImmediate(look);
  await all;
  expect(log).toEqual(['a', 'look 1', 'b', 'look 2', 'c']);
});
