/** Verdicts do not depend on how many requests go at once, nor on which reply comes first. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Transport } from '../src/http/exchange.ts';
import { inProcessTransport } from '../mutants/harness/in-process.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { simulatorWith } from '../scripts/samples.ts';
import { mutantNamed } from '../src/cli/test-helpers/serving.ts';
import { runOver } from './test-helpers/in-process-run.ts';
import { CASES, FILE } from './test-helpers/shipped.ts';

const secretStore = secretStoreOf(FILE.secrets);
/** Each written case on one endpoint. Bytes that are not HTTP need a socket; a rate needs a clock. */
const instances = [...new Map(CASES.map((each) => [each.from.written.id, each])).values()].filter(
  ({ id }) => !/^(?:http|limit)\//.test(id),
);

/** Replies take up to two milliseconds, in an order that differs from that of the requests. */
function shuffled(transport: Transport): Transport {
  let count = 0;
  return {
    send: async (request, signal) => {
      count += 1;
      await sleep((count * 7) % 3);
      return transport.send(request, signal);
    },
    single: () => shuffled(transport.single()),
    close: () => transport.close(),
  };
}

/** Where verdicts are softened, split off, repeated, or rest on what was asked before. */
const DEFECTS = [
  'missing-body-crashes',
  'client-keeps-first-subject',
  'client-sees-fewer-tags',
  'ids-in-any-case',
];

test.concurrent.each(DEFECTS)(
  '%s: the same cases pass, warn and fail with 1 and 64',
  { timeout: 120_000 },
  async (name) => {
    const { alter } = mutantNamed(name);
    const verdicts = async (concurrency: number): Promise<readonly string[]> => {
      const transport = shuffled(inProcessTransport(simulatorWith(alter), { secretStore }));
      const { cases } = await runOver(transport, { instances, declared: FILE, concurrency });
      return cases.map((each) => `${each.verdict} ${each.case.id}`);
    };
    const one = await verdicts(1);
    expect(one.length).toBeGreaterThan(instances.length / 2);
    expect(await verdicts(64)).toEqual(one);
  },
);
