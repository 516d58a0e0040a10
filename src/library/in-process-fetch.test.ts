/** A simulator as a fetch: the same replies as on a socket, and what fetch has besides. */
import { describe, expect, test } from 'vitest';
import type { WorldDeclaration } from './declaration.ts';
import { readTargetFile } from '../world/target-file/read-target-file.ts';
import { CONFORMANCE } from '../base/package-root.ts';
import { DEFAULT_SUITE, CONFORMANCE_WORLD } from '../base/package-paths.ts';
import { expand } from '../cases/format/instance.ts';
import { loadSuite } from '../cases/format/load-suite.ts';
import { inProcessTransport, type InProcessAnswer } from '../../mutants/harness/in-process.ts';
import { secretStoreOf } from '../http/secrets/secrets.ts';
import { runOver, troubles } from '../../test/test-helpers/in-process-run.ts';
import { startSimulator } from './start-simulator.ts';

const PATH = '/api/rJson/gamePlayer/server/getTag';
const WORLD: WorldDeclaration = {
  games: [{ id: 'my-game' }],
  secretKeys: [{ name: 'server', key: 'test-key', role: 'Admin', game: 'my-game', rules: 'all' }],
  gamePlayers: [{ userId: 'playerann1', tags: [{ key: 'vip', value: 'gold' }] }],
};
const asked = (userId: unknown = 'playerann1'): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Secret-Key': 'test-key' },
  body: JSON.stringify({ userId }),
});

/** What fetch says itself, and what belongs to the connection alone. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'host',
  'transfer-encoding',
]);

/** What a client sees of a reply; what belongs to the connection alone is left out. */
async function seen(reply: Response): Promise<readonly unknown[]> {
  const headers = [...reply.headers].filter(([name]) => !OF_THE_CONNECTION.has(name));
  return [reply.status, headers, await reply.text()];
}

test('what the suite sends is answered as on a socket, as far as fetch can send it', async () => {
  await using sim = await startSimulator({ world: CONFORMANCE });
  await using other = await startSimulator({ world: CONFORMANCE, port: 'none' });
  const declared = readTargetFile(CONFORMANCE_WORLD, {});
  const different: unknown[] = [];
  let compared = 0;
  const answer: InProcessAnswer = async ({ method, path, headers: all, body }) => {
    const headers = all.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      ...(body?.length && { body: body.slice() }),
    };
    const [here, there] = await Promise.allSettled([
      other.fetch(`http://a.example${path}`, init),
      fetch(sim.url + path, init),
    ]);
    if (here.status === 'rejected') throw here.reason;
    if (there.status === 'fulfilled') {
      compared += 1;
      const [a, b] = [await seen(here.value.clone()), await seen(there.value)];
      if (JSON.stringify(a) !== JSON.stringify(b)) different.push([method, path, a, b]);
    }
    const { status, headers: lines } = here.value;
    return { status, headers: [...lines], body: new Uint8Array(await here.value.arrayBuffer()) };
  };
  const instances = expand(loadSuite([DEFAULT_SUITE])).filter(
    ({ id, index }) => index % 60 === 0 && !id.startsWith('limit/'),
  );
  const run = await runOver(inProcessTransport(answer, { secretStore: secretStoreOf(declared.secrets) }), {
    instances,
    declared,
  });
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(100);
  expect(troubles(run).filter((line) => line.startsWith('fail'))).toEqual([]);
});

describe('the fetch of a simulator', () => {
  test('takes what fetch takes: a text, a path, a URL, a Request, a stream', async () => {
    await using sim = await startSimulator({ world: WORLD, port: 'none', control: true });
    expect([sim.url, sim.control]).toEqual(['', undefined]);
    const stream = new Blob([JSON.stringify({ userId: 'playerann1' })]).stream();
    for (const [input, init] of [
      [`https://game.example${PATH}`, asked()],
      [PATH, asked()],
      [new URL(`http://x${PATH}`), asked()],
      [new Request(`http://x${PATH}`, asked()), undefined],
      [PATH, { ...asked(), body: stream, duplex: 'half' }],
    ] as const) {
      const reply = await sim.fetch(input, init);
      expect(reply.headers.get('content-type')).toContain('application/json');
      expect(JSON.stringify(await reply.json())).toContain('gold');
    }
    expect(sim.requests).toHaveLength(5);
  });

  test('a signal ends it, before and while it waits', async () => {
    await using sim = await startSimulator({ world: WORLD, port: 'none' });
    const before = sim.fetch(PATH, { ...asked(), signal: AbortSignal.abort() });
    await expect(before).rejects.toThrow('abort');
    expect(sim.requests).toHaveLength(0);
    const ending = new AbortController();
    const body = new ReadableStream<Uint8Array>({ pull: () => ending.abort(new Error('enough')) });
    const waiting = sim.fetch(PATH, { ...asked(), body, duplex: 'half', signal: ending.signal });
    await expect(waiting).rejects.toThrow('enough');
  });

  test('rejects where the connection would be ended', async () => {
    await using sim = await startSimulator({ world: WORLD, port: 'none' });
    sim.faults.next({ kind: 'EMPTY_RESPONSE' });
    await expect(sim.fetch(PATH, asked())).rejects.toThrow('fetch failed');
    expect((await sim.fetch(PATH, asked())).status).toBe(200);
  });

  test.each(['HEAD', 'OPTIONS', 'GET', 'PUT'])('%s is answered, too', async (method) => {
    await using sim = await startSimulator({ world: WORLD, port: 'none' });
    const reply = await sim.fetch(PATH, { method });
    expect(reply.status).toBeGreaterThanOrEqual(200);
    expect((await reply.text()) === '').toBe(method === 'HEAD');
  });
});
