/** `tagproof proxy` in front of backends that others wrote: the exchanges are as without it, and no conformant one is accused. */
import { describe, expect, test } from 'vitest';
import { proxying } from '../src/cli/test-helpers/proxying.ts';
import { openTransport } from '../src/http/pool/pool-transport.ts';
import { isUnjudgedWire } from '../src/http/alterations/wire-alterations.ts';
import type { Exchange, Transport } from '../src/http/exchange.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { Schedule } from '../src/fuzz/campaign/schedule.ts';
import { fuzzInputsOf } from '../src/fuzz/trials/fuzz-inputs.ts';
import { PROPERTY_NAMES } from '../src/fuzz/trials/properties.ts';
import { planTrial } from '../src/fuzz/trials/send-trial.ts';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { fileWith } from '../src/cli/test-helpers/captured.ts';
import { atFileEnd } from './test-helpers/file-end.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { SEED } from './test-helpers/seed.ts';
import { FILE, WORLD } from './test-helpers/shipped.ts';
import { readFileSync } from 'node:fs';

/** Each backend meets one in three. */
const TRIALS = 600;

/** A target file of the shipped world. */
const targetOf = (url: URL | string): string =>
  fileWith(`target: ${String(url)}\n${readFileSync(WORLD, 'utf8')}`);

function transportTo(baseUrl: URL | string): Transport {
  const settings = { headers: [], timeoutMs: 20_000 };
  const transport = openTransport({
    baseUrl: new URL(baseUrl),
    secretStore: secretStoreOf(FILE.secrets),
    settings,
  });
  atFileEnd(() => transport.close());
  return transport;
}

/** An exchange without what differs from one to the next. */
function shownOf({ outcome }: Exchange): string {
  if (outcome.kind === 'no-reply') return outcome.why;
  const headers = outcome.headers.filter(([name]) => name.toLowerCase() !== 'date');
  return JSON.stringify([outcome.status, headers, Buffer.from(outcome.body).toString('latin1')]);
}

describe.each(INDEPENDENT.map((name, at) => [name, at] as const))(
  'in front of the independent backend %s',
  (name, at) => {
    test(
      'the trials of the fuzzer are answered as without it, and it is not accused',
      { timeout: 600_000 },
      async () => {
        const backend = await startIndependent(name, WORLD);
        const { world, extensions, provoke: provocations } = FILE;
        const inputs = fuzzInputsOf({ world, extensions, provocations, dialect: completeDialect([]) }, true);
        const schedule = new Schedule(SEED, inputs, PROPERTY_NAMES);
        const { url, stop, command } = await proxying(targetOf(backend));
        const [direct, through] = [transportTo(backend), transportTo(url)];
        let different = 0;
        for (let number = at; number < TRIALS; number += INDEPENDENT.length)
          for (const { request } of planTrial(schedule.at(number), inputs, 'proxy')) {
            const pair = [await direct.send(request), await through.send(request)].map(shownOf);
            // A declared limit may refuse one of the two, and a refusal of bytes that are still to come may be lost in a reset.
            const isRace =
              request.wire !== undefined && isUnjudgedWire(request.wire) && pair.includes('closed');
            if (pair[0] === pair[1] || isRace || pair.some((each) => /-8|-7/.test(each))) continue;
            different += 1;
            expect([request.wire, request.method, request.path, pair[1]]).toEqual([
              request.wire,
              request.method,
              request.path,
              pair[0],
            ]);
          }
        expect(different).toBe(0);
        const exit = await stop();
        expect(command.out()).not.toMatch(/^ {2}FAIL /m);
        // What can't be read for sure makes the result partial.
        expect([0, 3]).toContain(exit);
      },
    );
  },
);
