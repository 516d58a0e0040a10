import { expect, test } from 'vitest';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { ask } from '../../../simulator/test-helpers/ask.ts';
import { SECRETS, WORLD } from '../../../simulator/test-helpers/small-world.ts';
import { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { firstDifference } from './other-replies.ts';

/** Whether a client that sends 300 requests in a row, with a key of three a second, gets another reply with this answer. */
async function differs(answer: Omit<Answer, 'at'>): Promise<boolean> {
  let [now, readings] = [0, 0];
  const simulator = new ControlledSimulator({
    world: WORLD,
    secrets: SECRETS,
    control: false,
    // Uneven, as real time is: what is read twice for a request is sometimes much later the second time.
    clock: () => (now += readings++ % 3 === 0 ? 60 : 1),
  });
  const difference = firstDifference(simulator, {
    answers: (own) => [...own, { at: '', ...answer }],
    format: {},
    order: undefined,
  });
  for (let sent = 0; sent < 300; sent += 1)
    await ask(simulator.inProcess, { on: 'group.admin', key: 'admin-rate', body: { groupId: 'grouplarks' } });
  return difference() !== undefined;
}

test.each([
  [{ question: 'path.spelling', option: 'the endpoint' }, false],
  [{ question: 'gameId.empty', option: 'as absent' }, false],
  [{ question: 'rate.limit', option: 'not enforced' }, true],
  [{ question: 'codes.returnCode', option: 'name' }, true],
] as const)('at the limit of a key, %o would give another reply: %s', async (answer, expected) => {
  expect(await differs(answer)).toBe(expected);
});
