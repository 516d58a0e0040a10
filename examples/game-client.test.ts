// A test of game code: each test has a backend of its own, with the tags that it needs.
import { startSimulator } from 'tagproof';
import { expect, test } from 'vitest';

/** The code under test: what a game server might do with tags. */
async function discountFor(userId: string, backend: { url: string; key: string }): Promise<number> {
  const reply = await fetch(`${backend.url}/api/rJson/gamePlayer/server/getTag`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Secret-Key': backend.key },
    body: JSON.stringify({ userId }),
  });
  const { returnCode, parameters } = (await reply.json()) as {
    returnCode: number;
    parameters?: { infoResponseParameters: { tags?: { key: string; value: string }[] } };
  };
  if (returnCode !== 1) throw new Error(`getTag: returnCode ${returnCode}`);
  const tags = parameters?.infoResponseParameters.tags ?? [];
  return tags.some(({ key, value }) => key === 'vip' && value === 'gold') ? 0.2 : 0;
}

test('a gold player gets a discount, and loses it with the tag', async () => {
  const sim = await startSimulator({
    world: {
      games: [{ id: 'my-game' }],
      secretKeys: [{ name: 'server', key: 'test-key', role: 'Admin', game: 'my-game', rules: 'all' }],
      gamePlayers: [{ userId: 'playerann1', tags: [{ key: 'vip', value: 'gold' }] }],
    },
  });
  const backend = { url: sim.url, key: sim.secret('server') };
  try {
    expect(await discountFor('playerann1', backend)).toBe(0.2);

    sim.world.setTags('gamePlayer', 'playerann1', { vip: 'silver' });
    expect(await discountFor('playerann1', backend)).toBe(0);

    expect(sim.requests).toHaveLength(2);
    expect(sim.requests[0]).toMatchObject({ endpoint: 'gamePlayer.server', key: 'server', returnCode: 'Ok' });
  } finally {
    await sim.close(); // or: await using sim = await startSimulator(...)
  }
});
