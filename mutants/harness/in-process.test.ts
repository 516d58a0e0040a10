import { describe, expect, it } from 'vitest';
import { inProcessTransport, type InProcessAnswer, type InProcessRequest } from './in-process.ts';
import { REQUEST, SETTINGS, SECRET_STORE } from '../../src/http/test-helpers/requests.ts';
import { notingServer } from '../../src/http/test-helpers/servers.ts';
import { openTransport } from '../../src/http/pool/pool-transport.ts';

const OK = { status: 200, headers: [['X-Reply', 'yes']], body: Buffer.from('ok') } as const;
const over = (answer: InProcessAnswer, timeoutMs?: number) =>
  inProcessTransport(answer, { secretStore: SECRET_STORE, ...(timeoutMs !== undefined && { timeoutMs }) });

describe('a request in process', () => {
  it.each([
    'split-head',
    'lower-case-headers',
    'mixed-case-headers',
    'padded-headers',
    'http-1.0',
    'split-bytes',
    'slow',
    'chunked',
    'chunk-trailers',
  ] as const)('with the wire alteration %s is the same as a server reads it from a socket', async (wire) => {
    const seen: InProcessRequest[] = [];
    const headers = [...REQUEST.headers, ['X-Pad', ' \tcaf\xe9 '], ['X-More', 'ключ']] as const;
    const request = { ...REQUEST, headers, wire };
    await over(async (each) => {
      seen.push(each);
      return OK;
    }).send(request);
    const { url, received } = await notingServer();
    const transport = openTransport({ baseUrl: url, secretStore: SECRET_STORE, settings: SETTINGS });
    await transport.send(request);
    await transport.close();
    const [inProcess, [onSocket]] = [seen[0], received];
    expect(inProcess).toMatchObject({ method: 'POST', path: REQUEST.path, body: REQUEST.body });
    expect(inProcess?.headers.flat().map((each) => each.replace('in-process', url.host))).toEqual(
      onSocket?.rawHeaders,
    );
  });

  it('that is not HTTP has no reply and does not reach the handler', async () => {
    const { outcome } = await over(async () => {
      throw new Error('called');
    }).send({ ...REQUEST, wire: 'garbage-head' });
    expect(outcome).toEqual({ kind: 'no-reply', why: 'closed', detail: 'garbage-head needs a socket' });
  });
});

describe('an exchange in process', () => {
  it('holds the reply', async () => {
    const exchange = await over(async () => OK).send(REQUEST);
    expect(exchange).toMatchObject({ request: REQUEST, outcome: { kind: 'reply', ...OK } });
  });

  it('of a handler that throws has no reply and shows no secret', async () => {
    const { outcome } = await over(() => Promise.reject(new Error('key k7Fq2LmZ9xT4'))).send(REQUEST);
    expect(outcome).toEqual({
      kind: 'no-reply',
      why: 'closed',
      detail: 'the handler failed: key <secret:player>',
    });
  });

  it('of a handler that does not answer times out', async () => {
    const { outcome } = await over(() => new Promise(() => {}), 20).send(REQUEST);
    expect(outcome).toEqual({ kind: 'no-reply', why: 'timeout', detail: 'no reply within 20 ms' });
  });

  it('ends when the run is aborted or the transport is closed', async () => {
    const run = new AbortController();
    const transport = over(() => new Promise(() => {}));
    const sent = [transport.send(REQUEST, run.signal), transport.send(REQUEST)];
    run.abort();
    await transport.close();
    const aborted = { kind: 'no-reply', why: 'aborted', detail: 'the run was ended' };
    expect((await Promise.all(sent)).map(({ outcome }) => outcome)).toEqual([aborted, aborted]);
  });
});
