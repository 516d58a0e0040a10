/** A simulator in a test: started with a world, changed, asked over its socket, closed. */
import { describe, expect, test } from 'vitest';
import { endpointOf } from '../spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../spec/headers.ts';
import { TagproofError } from '../base/errors.ts';
import type { RunningSimulator } from './running-simulator.ts';
import { startSimulator } from './start-simulator.ts';

const WORLD = {
  games: [{ id: 'meadow' }],
  secretKeys: [
    { name: 'admin', key: 'the-admin-key', role: 'Admin' as const, game: 'meadow', rules: 'all' as const },
    { name: 'player', key: 'the-player-key', role: 'Player' as const, game: 'meadow', rules: 'all' as const },
  ],
  authTokens: [{ name: 'ann', token: 'the-token-of-ann', player: 'playerann1' }],
  gamePlayers: [{ userId: 'playerann1', tags: [{ key: 'vip', value: 'gold' }] }],
};

interface Envelope {
  readonly returnCode: number;
  readonly parameters?: {
    readonly errorCode: number;
    readonly infoResponseParameters: { readonly tags?: readonly { key: string; value: string }[] };
  };
}

async function ask(sim: RunningSimulator, userId: string): Promise<Envelope> {
  const reply = await fetch(sim.url + endpointOf('gamePlayer.admin').path, {
    method: 'POST',
    headers: { [CONTENT_TYPE]: JSON_TYPE, [SECRET_KEY]: sim.secret('admin') },
    body: JSON.stringify({ userId }),
  });
  return (await reply.json()) as Envelope;
}

const tagsOf = ({ parameters }: Envelope): unknown => parameters?.infoResponseParameters.tags;

async function errorOf(action: () => unknown): Promise<TagproofError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof TagproofError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('the world', () => {
  test('is served as declared, with later changes of tags', async () => {
    await using sim = await startSimulator({ world: WORLD });
    expect(tagsOf(await ask(sim, 'playerann1'))).toEqual([{ key: 'vip', value: 'gold' }]);
    sim.world.setTags('gamePlayer', 'playerann1', { guild: 'larks', ['__proto__x']: 'odd' });
    expect(tagsOf(await ask(sim, 'playerann1'))).toEqual([
      { key: 'guild', value: 'larks' },
      { key: '__proto__x', value: 'odd' },
    ]);
    sim.world.reset();
    expect(sim.world.tags('gamePlayer', 'playerann1')).toEqual([{ key: 'vip', value: 'gold' }]);
  });

  test('can add and remove players', async () => {
    await using sim = await startSimulator({ world: WORLD });
    expect((await ask(sim, 'playerbob2')).parameters?.errorCode).toBe(17);
    sim.world.add({
      gamePlayers: [{ userId: 'playerbob2', tags: [{ key: 'vip', value: 'tin' }] }],
      characterPlayers: [{ characterId: 'characterA1', owner: 'playerann1' }],
    });
    expect(tagsOf(await ask(sim, 'playerbob2'))).toEqual([{ key: 'vip', value: 'tin' }]);
    sim.world.remove('gamePlayer', 'playerbob2');
    expect((await ask(sim, 'playerbob2')).parameters?.errorCode).toBe(17);
    expect(sim.world.tags('characterPlayer', 'characterA1')).toEqual([]);
  });

  type Change = (sim: RunningSimulator) => unknown;
  const adding =
    (more: Parameters<RunningSimulator['world']['add']>[0]): Change =>
    (sim) =>
      sim.world.add(more);
  test.each<readonly [what: string, change: Change, says: string]>([
    ['no such id', (sim) => sim.world.setTags('gamePlayer', 'playeran1', {}), 'playerann1'],
    ['an id that exists', adding({ gamePlayers: [{ userId: 'playerann1' }] }), 'twice'],
    ['an id of another length', adding({ gamePlayers: [{ userId: 'bob' }] }), '10 characters'],
    [
      'an unknown owner',
      adding({ characterPlayers: [{ characterId: 'characterA1', owner: 'playerzoe9' }] }),
      'playerzoe9',
    ],
    ['an unknown key', (sim) => sim.secret('amdin'), 'did you mean "admin"'],
  ])('%s is rejected, and nothing changes', async (_, change, description) => {
    await using sim = await startSimulator({ world: WORLD });
    expect((await errorOf(() => change(sim))).message).toContain(description);
    expect(tagsOf(await ask(sim, 'playerann1'))).toEqual([{ key: 'vip', value: 'gold' }]);
  });

  test('needs the game of an id that exists in several', async () => {
    await using sim = await startSimulator({ world: 'conformance' });
    const error = await errorOf(() => sim.world.setTags('gamePlayer', 'playerann1', {}));
    expect(error.message).toContain('{ game: "meadow-run" }');
    sim.world.setTags('gamePlayer', 'playerann1', { vip: 'tin' }, { game: 'meadow-run' });
    expect(sim.world.tags('gamePlayer', 'playerann1', { game: 'harbor-lights' })).not.toEqual([
      { key: 'vip', value: 'tin' },
    ]);
  });
});

describe('faults', () => {
  test('refuse the next matching requests in order, and are then used up', async () => {
    await using sim = await startSimulator({ world: WORLD });
    sim.faults.next({ returnCode: 'InternalServerError', endpoint: 'group.admin' });
    sim.faults.next({ returnCode: 'MaxRequestReject', key: 'admin', times: 2 });
    sim.faults.next({ returnCode: 'OperationTimeout' });
    expect(sim.faults.pending).toBe(4);
    const codes: number[] = [];
    for (let at = 0; at < 4; at += 1) codes.push((await ask(sim, 'playerann1')).returnCode);
    expect(codes).toEqual([-8, -8, -1, 1]);
    expect(sim.requests.map(({ endpoint, returnCode }) => [endpoint, returnCode])[0]).toEqual([
      'gamePlayer.admin',
      'MaxRequestReject',
    ]);
    expect(sim.faults.pending).toBe(1);
    sim.faults.clear();
    expect(sim.faults.pending).toBe(0);
  });

  test.each([
    [{ returnCode: 'Ok' as never }, 'faults.next: returnCode: '],
    [{ returnCode: 'UnknownError' as const, endpoint: 'group.amdin' as never }, 'group.admin'],
    [{ returnCode: 'UnknownError' as const, times: 0 }, 'times'],
  ])('%j is rejected', async (fault, says) => {
    await using sim = await startSimulator({ world: WORLD });
    expect((await errorOf(() => sim.faults.next(fault))).message).toContain(says);
  });
});

describe('a simulator', () => {
  test('is independent of others', async () => {
    await using one = await startSimulator({ world: WORLD });
    await using other = await startSimulator({ world: WORLD });
    one.world.setTags('gamePlayer', 'playerann1', {});
    expect(tagsOf(await ask(one, 'playerann1'))).toEqual([]);
    expect(tagsOf(await ask(other, 'playerann1'))).toEqual([{ key: 'vip', value: 'gold' }]);
    expect(other.requests).toHaveLength(1);
  });

  test('answers in the given dialect', async () => {
    await using sim = await startSimulator({ world: WORLD, dialect: { 'codes.returnCode': 'name' } });
    expect((await ask(sim, 'playerann1')).returnCode).toBe('Ok');
    const error = await errorOf(() => startSimulator({ dialect: { 'codes.returnCod': 'name' } }));
    expect(error.message).toContain('codes.returnCode');
  });

  test('records the latest requests, with names in place of secret values', async () => {
    await using sim = await startSimulator({ world: WORLD, keepRequests: 2 });
    for (const id of ['nosuchplay', 'playerann1', 'short']) await ask(sim, id);
    expect(
      sim.requests.map(({ subject, returnCode, errorCode, key }) => [subject, returnCode, errorCode, key]),
    ).toEqual([
      ['playerann1', 'Ok', 'Ok', 'admin'],
      ['short', 'InvalidRequestParameters', null, 'admin'],
    ]);
    expect(sim.requests[0]?.why).toContain('Ok');
    await fetch(sim.url + endpointOf('group.client').path, {
      method: 'POST',
      headers: { [SECRET_KEY]: 'the-player-key', [AUTH_TOKEN]: 'someone-elses' },
    });
    const shown = JSON.stringify(sim.requests.at(-1));
    expect(shown).toContain('"key":"player"');
    expect(shown).toContain('*** (unknown, 13 characters)');
    expect(shown).not.toMatch(/the-player-key|someone-elses/);
    sim.clearRequests();
    expect(sim.requests).toEqual([]);
  });

  test('frees its port when it is closed, and may be closed twice', async () => {
    const sim = await startSimulator();
    const port = Number(new URL(sim.url).port);
    await sim.close();
    await sim.close();
    await using again = await startSimulator({ port });
    expect(again.url).toBe(sim.url);
  });

  test('refuses options that it does not have', async () => {
    expect((await errorOf(() => startSimulator({ wrold: 5 } as never))).message).toContain(
      'did you mean "world"?',
    );
  });

  test('reports a faulty world with its places', async () => {
    const error = await errorOf(() =>
      startSimulator({ world: { ...WORLD, gamePlayers: [{ userId: 'bob' }] } }),
    );
    expect(error.code).toBe('file');
    expect(error.message).toMatch(/declaration:\d+:\d+/);
  });

  test('reads the variables of a world from the given environment', async () => {
    const secretKeys = [{ name: 'admin', key: '${env:MY_KEY}', role: 'Admin' as const, game: 'meadow' }];
    const options = { world: { ...WORLD, secretKeys }, env: { MY_KEY: 'from-outside' } };
    await using sim = await startSimulator(options);
    expect(sim.secret('admin')).toBe('from-outside');
    expect((await errorOf(() => startSimulator({ ...options, env: {} }))).message).toContain('MY_KEY');
  });

  test('serves the control API on request, over the same world, faults and journal', async () => {
    await using none = await startSimulator({ world: WORLD });
    expect(none.control).toBeUndefined();
    await using sim = await startSimulator({ world: WORLD, control: true, basePath: '/base' });
    const { url = '', token = '' } = sim.control ?? {};
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${url}/players/playerann1/tags`, {
      method: 'PUT',
      headers,
      body: '{"tags":[{"key":"vip","value":"tin"}]}',
    });
    expect(sim.world.tags('gamePlayer', 'playerann1')).toEqual([{ key: 'vip', value: 'tin' }]);
    await ask(sim, 'playerann1');
    const journal = (await (await fetch(`${url}/journal`, { headers })).json()) as { total: number };
    expect([journal.total, sim.requests.length]).toEqual([1, 1]);
    await fetch(`${url}/reset`, { method: 'POST', headers });
    expect(tagsOf(await ask(sim, 'playerann1'))).toEqual([{ key: 'vip', value: 'gold' }]);
  });
});
