import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHOD } from '../../src/spec/endpoints.ts';
import { Simulator } from './server.ts';
import { mutations } from '../test-helpers/byte-streams.ts';
import { Connection } from '../test-helpers/connection.ts';
import { CREDENTIALS, head, PATH, plainRequest } from '../test-helpers/head.ts';
import { STORE } from '../test-helpers/small-world.ts';

const server = new Simulator({ store: STORE, limits: { bodyTimeoutMs: 200, bodyBytes: 50_000 } });
let url = '';
beforeAll(async () => ({ url } = await server.start()));
afterAll(() => server.close());

const CONNECT = head('CONNECT here:443 HTTP/1.1', 'Host: here');
/** Not with Upgrade: node:http ends a half-closed connection whose body is short without a word, as it may. */
const REQUESTS = [
  plainRequest(),
  plainRequest('{}', 'Connection: close'),
  plainRequest('{}', 'Expect: 100-continue'),
  plainRequest(' '.repeat(60_000)),
  head(`GET ${PATH} HTTP/1.1`),
  `${head(`${METHOD} ${PATH} HTTP/1.1`, ...CREDENTIALS, 'Transfer-Encoding: chunked')}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  CONNECT,
];

describe('a mutilated request', () => {
  it('gets a reply, and the next one is answered', async () => {
    const requests = array(constantFrom(...REQUESTS), { minLength: 1, maxLength: 3 });
    const property = asyncProperty(requests, array(mutations, { maxLength: 4 }), async (sent, made) => {
      const bytes = made.reduce<Uint8Array>((all, mutate) => mutate(all), Buffer.from(sent.join('')));
      const connection = new Connection(url);
      connection.send(bytes);
      connection.end();
      const reply = await connection.reply(true);
      connection.destroy();
      expect(bytes.length === 0 || reply !== undefined).toBe(true);
    });
    await assert(property, { numRuns: 200 });
    const connection = new Connection(url);
    connection.send(plainRequest());
    expect((await connection.reply())?.status).toBe(200);
    connection.destroy();
  });

  it('whose client has gone already does no harm', async () => {
    for (let count = 0; count < 20; count += 1) {
      const connection = new Connection(url);
      await connection.sendSlowly([plainRequest().repeat(20) + CONNECT]);
      connection.destroy();
      await connection.closed;
    }
  });
});
