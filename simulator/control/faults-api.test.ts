import { describe, expect, it } from 'vitest';
import { RETURN_CODES } from '../../src/spec/codes.ts';
import { endpointOf } from '../../src/spec/endpoints.ts';
import { controlled, GAME, OTHER_GAME, secretOf } from './test-helpers/controlled.ts';

const { api, call, url, sim } = await controlled();
const GROUP = { groupId: 'grouplarks' };
const codeOf = async (headers?: Record<string, string>): Promise<unknown> =>
  (await call('group.admin', GROUP, headers)).json.returnCode;

const set = async (fault: unknown): Promise<void> => {
  await api('DELETE /faults');
  expect((await api('PUT /faults/the-only', fault)).status).toBe(200);
};

describe('a returnCode', () => {
  it.each(Object.entries(RETURN_CODES).filter(([name]) => name !== 'Ok'))(
    '%s',
    async (returnCode, number) => {
      await set({ returnCode });
      expect(await codeOf()).toBe(number);
      const { json } = await api(`GET /journal/${sim.journal.total}`);
      expect(json).toMatchObject({
        returnCode,
        fault: 'the-only',
        path: [{ check: 'fault' }],
      });
    },
  );

  it('of failing members lists one', async () => {
    await set({ returnCode: 'InvalidRequestParameters' });
    expect((await call('group.admin', GROUP)).json).toMatchObject({
      invalidRequestParameters: [{ code: 'groupId', invalidMemberType: 1 }],
    });
  });

  it('is gone when the faults are cleared', async () => {
    await api('DELETE /faults');
    expect(await codeOf()).toBe(1);
    expect(sim.faults.choose).toBeUndefined();
  });
});

describe('which requests it meets', () => {
  it.each([
    ['an endpoint', { endpoint: 'group.admin' }, 0, 1],
    ['several endpoints', { endpoint: ['group.admin', 'group.server'] }, 0, 0],
    ['a key', { key: 'admin' }, 0, 0],
    ['another key', { key: 'player' }, 1, 1],
    ['a game', { game: GAME }, 0, 0],
    ['another game', { game: OTHER_GAME }, 1, 1],
  ])('%s', async (_, match, admin, server) => {
    await set({ ...match, returnCode: 'UnknownError' });
    expect(await codeOf()).toBe(admin);
    expect((await call('group.server', GROUP)).json.returnCode).toBe(server);
  });

  it('the next few calls', async () => {
    await set({ next: 2, returnCode: 'UnknownError' });
    expect([await codeOf(), await codeOf(), await codeOf()]).toEqual([0, 0, 1]);
    expect(sim.faults.size).toBe(0);
  });

  it('a share that a seed draws, the same each time', async () => {
    const drawn = async (seed: number): Promise<readonly unknown[]> => {
      await set({ share: 0.5, seed, returnCode: 'UnknownError' });
      const codes: unknown[] = [];
      for (let index = 0; index < 40; index += 1) codes.push(await codeOf());
      return codes;
    };
    const once = await drawn(7);
    expect(await drawn(7)).toEqual(once);
    expect(await drawn(8)).not.toEqual(once);
    expect(new Set(once)).toEqual(new Set([0, 1]));
  });

  it('the first of several that fits is made', async () => {
    await set({ key: 'player', returnCode: 'UnknownError' });
    await api('PUT /faults/mine', { endpoint: 'group.admin', returnCode: 'MaxRequestReject' });
    await api('PUT /faults/last', { returnCode: 'InternalServerError' });
    expect(await codeOf()).toBe(-8);
    expect((await api('GET /faults')).json.items).toContainEqual(
      expect.objectContaining({ id: 'mine', made: 1, returnCode: 'MaxRequestReject' }),
    );
    await api('DELETE /faults/mine');
    expect(await codeOf()).toBe(-3);
  });
});

/** What comes back on the wire, until the connection ends. */
async function wire(): Promise<{ readonly reset: boolean; readonly bytes: string }> {
  const { connect } = await import('node:net');
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify(GROUP);
  socket.write(
    `POST ${endpointOf('group.admin').path} HTTP/1.1\r\nHost: here\r\nSecret-Key: ${secretOf('admin')}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let bytes = '';
  let reset = false;
  socket.setEncoding('latin1').on('data', (text) => (bytes += String(text)));
  socket.on('error', (error: NodeJS.ErrnoException) => (reset = error.code === 'ECONNRESET'));
  await new Promise((resolve) => socket.once('close', resolve));
  return { reset, bytes };
}

describe('on the wire', () => {
  it.each([
    ['CONNECTION_RESET_BY_PEER', true, /^$/],
    ['EMPTY_RESPONSE', false, /^$/],
    [
      'MALFORMED_RESPONSE_CHUNK',
      false,
      /^HTTP\/1\.1 200 OK\r\n[^]*Transfer-Encoding: chunked\r\n[^]*\r\n\r\nthis is not a chunk/,
    ],
    ['RANDOM_DATA_THEN_CLOSE', false, /^(?!HTTP)[^]{512}$/],
  ])('%s: a reset of TCP (%s), and these bytes', async (kind, reset, bytes) => {
    await set({ kind });
    expect(await wire()).toEqual({ reset, bytes: expect.stringMatching(bytes) });
    await expect(call('group.admin', GROUP)).rejects.toThrow();
  });

  it('TRUNCATED_JSON is whole HTTP with half of its text', async () => {
    await set({ kind: 'TRUNCATED_JSON' });
    const reply = await fetch(url + endpointOf('group.admin').path, { method: 'POST' });
    const text = await reply.text();
    expect(Number(reply.headers.get('content-length'))).toBe(text.length);
    expect(text).toMatch(/^\{"returnCode/);
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  it('a Content-Type is another one', async () => {
    await set({ contentType: 'text/html; charset=latin1', next: 1 });
    expect((await call('group.admin', GROUP)).headers.get('content-type')).toBe('text/html; charset=latin1');
  });

  it('a slow body comes in many pieces and whole, and Node warns of nothing', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    await set({ bytesPerSecond: 200 });
    const slow = await call('group.admin', GROUP);
    process.off('warning', note);
    expect(warnings).toEqual([]);
    await api('DELETE /faults');
    expect(slow.json).toEqual((await call('group.admin', GROUP)).json);
  });

  it.each([20, { min: 5, max: 20 }, { median: 10, sigma: 0.5, max: 30 }])(
    'latency %j delays the reply',
    async (latency) => {
      await set({ latency, returnCode: 'UnknownError' });
      expect(await codeOf()).toBe(0);
      const { json } = await api(`GET /journal/${sim.journal.total}`);
      expect(json.reply.delayMs).toBeGreaterThan(0);
      expect(json.reply.delayMs).toBeLessThanOrEqual(30);
    },
  );

  it('a delayed reply does not keep the simulator from closing', async () => {
    const own = await controlled();
    await own.api('PUT /faults/late', { latency: 300_000 });
    const asked = own.call('group.admin', GROUP).then(
      () => 'answered',
      () => 'ended',
    );
    await own.api('POST /journal/wait', {});
    await own.sim.close();
    expect(await asked).toBe('ended');
  });
});

describe('by a header of the request', () => {
  it('does nothing unless that is enabled', async () => {
    await api('DELETE /faults');
    expect(await codeOf({ 'Tagproof-Fault': 'UnknownError' })).toBe(1);
  });

  it('is a name or an effect as JSON; a misspelt one says so', async () => {
    const own = await controlled({ faultHeader: true });
    const code = async (headers?: Record<string, string>): Promise<unknown> =>
      (await own.call('group.admin', GROUP, headers)).json.returnCode;
    expect(await code({ 'Tagproof-Fault': 'UnknownError' })).toBe(0);
    expect(await code({ 'Tagproof-Fault': '{"returnCode":"MaxCCUReject","latency":1}' })).toBe(-7);
    expect(await code()).toBe(1);
    const misspelt = await own.call('group.admin', GROUP, { 'Tagproof-Fault': 'UnknownEror' });
    expect(misspelt.json).toMatchObject({
      returnCode: -5,
      debugMessage:
        'Tagproof-Fault: returnCode: "returnCode" can\'t be "UnknownEror"; did you mean "UnknownError"?',
    });
    await expect(own.call('group.admin', GROUP, { 'Tagproof-Fault': 'EMPTY_RESPONSE' })).rejects.toThrow();
  });
});

it('ten thousand faults are bounded, and taken away at once', async () => {
  const own = await controlled();
  const key = own.sim.world.state.keys.of(undefined)[0]?.item.name ?? '';
  for (let index = 0; index < 9_999; index += 1)
    own.sim.faults.set({
      id: `f${index}`,
      key,
      returnCode: 'UnknownError',
      seed: 1,
    });
  expect(
    (await own.api('PUT /faults/one', { returnCode: 'UnknownError', endpoint: 'group.admin' })).status,
  ).toBe(200);
  const { status, json } = await own.api('PUT /faults/more', { returnCode: 'UnknownError' });
  expect([status, json.error.code]).toEqual([429, 'too-many']);
  expect((await own.call('group.admin', GROUP)).json.returnCode).toBe(0);
  expect((await own.call('group.server', GROUP)).json.returnCode).toBe(1);
  expect((await own.api('GET /faults')).json.items).toHaveLength(10_000);
  await own.api('DELETE /faults');
  expect((await own.call('group.admin', GROUP)).json.returnCode).toBe(1);
});
