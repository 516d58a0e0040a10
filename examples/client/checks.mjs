// The tests of a game client, run with `node`: they find their backend in the environment, as tagproof exec sets it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { TAGPROOF_URL: url, PLAYER_KEY: key, CYD_TOKEN, CLIENT = 'fragile' } = process.env;
const { levelOf } = await import(`./${CLIENT}.mjs`);
const backend = { url, key, login: () => CYD_TOKEN };

test('a player has the level of the tag', async () => {
  assert.equal(await levelOf('playercyd3', backend), '12');
});

test('a player without the tag has no level', async () => {
  assert.equal(await levelOf('playerdot4', backend), undefined);
});

test('someone who is not there has no level', async () => {
  assert.equal(await levelOf('playernone', backend), undefined);
});
