/** `tagproof proxy` in front of backends that others wrote: the exchanges are as without it, no conformant one is accused, and what is seeded is named. */
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
import { endpointOf } from '../src/spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../src/spec/headers.ts';
import { fileWith } from '../src/cli/test-helpers/captured.ts';
import { listening } from '../src/http/test-helpers/servers.ts';
import { atFileEnd } from './test-helpers/file-end.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { SEED } from './test-helpers/seed.ts';
import { FILE, WORLD } from './test-helpers/shipped.ts';
import http from 'node:http';
import { readFileSync } from 'node:fs';

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

describe.each(INDEPENDENT)('in front of the independent backend %s', (name) => {
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
      for (let number = 0; number < TRIALS; number += 1)
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
});

/** A front that spoils some of what a backend answers. */
async function spoiling(backend: URL, spoil: (text: string, count: number) => string): Promise<string> {
  let count = 0;
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const { host: _, connection: __, 'content-length': ___, ...own } = headers;
      void fetch(new URL(url, backend), {
        method,
        headers: own as Record<string, string>,
        body: Buffer.concat(parts),
      }).then(async (reply) => {
        response.setHeader(CONTENT_TYPE, reply.headers.get('content-type') ?? '');
        response.end(spoil(await reply.text(), ++count));
      });
    });
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

const PLAYER = FILE.world.subjects.find(({ resource }) => resource === 'gamePlayer');
const valueOf = (name: string): string => FILE.secrets.find((each) => each.name === name)?.value ?? '';

describe('what is seeded is named live and at the end', () => {
  const RIGHT = {
    [CONTENT_TYPE]: JSON_TYPE,
    [SECRET_KEY]: valueOf('admin'),
  };
  const ask = (url: string, headers: Record<string, string> = RIGHT, body = `{"userId":"${PLAYER?.id}"}`) =>
    fetch(url + endpointOf('gamePlayer.admin').path, { method: 'POST', headers, body }).then((reply) =>
      reply.text(),
    );

  test.each<readonly [clause: string, spoil: (text: string) => string]>([
    ['4.4/return-code/known', (text) => text.replace(/"returnCode":\s*1\b/, '"returnCode": 3')],
    ['4.5.2/tags', (text) => text.replace(/"value":\s*"[^"]*"/, '"value": "other"')],
    ['1/json', (text) => `<p>${text}</p>`],
  ])('a backend that breaks %s', async (clause, spoil) => {
    const front = await spoiling(await startIndependent('minimal', WORLD), (text, count) =>
      count % 3 === 0 ? spoil(text) : text,
    );
    const { url, command, stop } = await proxying(targetOf(front));
    for (let sent = 0; sent < 6; sent += 1) await ask(url);
    await command.said('fail backend gamePlayer.admin, exchange 3: ');
    expect(command.err()).toContain(clause);
    expect(await stop()).toBe(1);
    expect(command.out()).toMatch(new RegExp(`FAIL 2 cases +${clause} `));
  });

  test.each<readonly [clause: string, headers: Record<string, string>, body: string | undefined]>([
    ['4.2/client/content-type', { ...RIGHT, [CONTENT_TYPE]: 'text/plain' }, undefined],
    ['4.2/client/secret-key', { [CONTENT_TYPE]: JSON_TYPE }, undefined],
    ['4.2/client/auth-token-not-sent', { ...RIGHT, [AUTH_TOKEN]: valueOf('ann') }, undefined],
    ['4.3/client/id', RIGHT, '{"userId":"short"}'],
    ['1/client/body', RIGHT, '[]'],
  ])('a client that breaks %s', async (clause, headers, body) => {
    const { url, command, stop } = await proxying(
      `${targetOf(await startIndependent('strict', WORLD))} --fail-on both`,
    );
    await ask(url);
    await ask(url, headers, body);
    await command.said('fail client gamePlayer.admin, exchange 2: ');
    expect(command.err()).toContain(clause);
    expect(await stop()).toBe(1);
    expect(command.out()).toMatch(new RegExp(`FAIL 1 case +${clause} `));
  });
});
