/** A simulator as a fetch: the same replies as on a socket, and what fetch has besides. */
import { describe, expect, test } from 'vitest';
import type { WorldDeclaration } from './declaration.ts';
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
const OF_THE_CONNECTION = /^(?:date|connection|keep-alive|content-length|transfer-encoding)$/;

/** What a client sees of a reply. */
async function seen(reply: Response): Promise<readonly unknown[]> {
  const headers = [...reply.headers].filter(([name]) => !OF_THE_CONNECTION.test(name));
  return [reply.status, headers, await reply.text()];
}

const SENT: readonly (readonly [path: string, init: RequestInit])[] = [
  [PATH, asked()],
  [PATH, asked('nosuchplay')],
  [PATH, asked(5)],
  [PATH, { ...asked(), body: '{' }],
  [PATH, { ...asked(), body: new Uint8Array([0xff, 0xfe]) }],
  [PATH, { ...asked(), headers: { 'secret-key': 'test-key', 'X-Own': 'g\u00fc' } }],
  [PATH, { method: 'POST' }],
  [`${PATH}/?a=b%20c#d`, asked()],
  ['/api//rJson/../x', asked()],
  ['/', {}],
];

test('each request is answered as on a socket', async () => {
  await using sim = await startSimulator({ world: WORLD });
  await using other = await startSimulator({ world: WORLD, port: 'none' });
  for (const [path, init] of SENT) {
    const here = await seen(await other.fetch(`http://a.example${path}`, init));
    expect([path, ...here]).toEqual([path, ...(await seen(await fetch(sim.url + path, init)))]);
  }
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
