/** `--state`: the world outlives the simulator, and no change is lost when it is saved. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CONTROL_TOKEN,
  fileWith,
  filesIn,
  folder,
  PID,
  simulating,
  tagproof,
  type Serving,
  type Surroundings,
} from '../test-helpers/captured.ts';

const WORLD =
  'world: { complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: "${env:ADMIN_KEY}", role: Admin, game: g, rules: all }], gamePlayers: [{ userId: playerann1, tags: [{ key: a, value: b }] }] }\n';
const ENV = { ADMIN_KEY: 'value-in-a-variable', TAGPROOF_CONTROL_TOKEN: CONTROL_TOKEN };

const running = (path: string, surroundings: Surroundings = {}): Promise<Serving> =>
  simulating(`--world ${fileWith(WORLD)} --state ${path}`, { env: ENV, ...surroundings });
const stateFile = (): string => join(folder(), 'state.json');
const textOf = (path: string): string => readFileSync(path, 'utf8');

const PUT_TAGS = 'PUT /players/playerann1/tags';
const GOLD = [{ key: 'vip', value: 'gold' }];

test('a saved world is unchanged after a restart, with issued keys and tokens', async () => {
  const path = stateFile();
  const first = await running(path);
  await first.api(PUT_TAGS, { tags: GOLD });
  const issued = await first.api('PUT /keys/extra', { role: 'Admin', game: 'g', rules: 'all' });
  await first.api('PUT /tokens/of-ann', { token: 'value-of-the-token', player: 'playerann1' });
  expect(await first.stop()).toBe(0);
  // Restart twice, as facts that were read from the file must be written again.
  for (const _ of [1, 2]) {
    const again = await running(path);
    expect(again.command.out()).toContain(`The world comes from ${path}`);
    expect(await again.tags('value-in-a-variable')).toEqual(GOLD);
    expect(await again.tags(String(issued['key']))).toEqual(GOLD);
    await again.api(PUT_TAGS, { tags: [] });
    await again.api(PUT_TAGS, { tags: GOLD });
    expect(await again.stop()).toBe(0);
  }
  const text = textOf(path);
  expect(text).toContain('value-of-the-token');
  expect(text).toContain('${env:ADMIN_KEY}');
  expect(text).not.toContain('value-in-a-variable');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(text)).toMatchObject({ world: { complete: true } });
});

test('tokens keep their remaining time, and expired ones stay expired', async () => {
  const path = stateFile();
  const first = await running(path);
  for (const [name, expiresInSeconds] of Object.entries({ short: 60, long: 3600 }))
    await first.api(`PUT /tokens/${name}`, { player: 'playerann1', expiresInSeconds });
  await first.api('POST /clock', { advanceSeconds: 600 });
  await first.api(PUT_TAGS, { tags: GOLD });
  await first.stop();
  const again = await running(path);
  expect(await again.api('GET /tokens/short')).toMatchObject({ expired: true });
  const { expired, expiresInSeconds } = await again.api('GET /tokens/long');
  expect(expired).toBeUndefined();
  expect(expiresInSeconds).toBeGreaterThan(2000);
  expect(expiresInSeconds).toBeLessThanOrEqual(3000);
  await again.api('POST /clock', { advanceSeconds: 3000 });
  expect(await again.api('GET /tokens/long')).toMatchObject({ expired: true });
  await again.stop();
});

test('a reset goes back to the world file and is saved', async () => {
  const path = stateFile();
  const first = await running(path);
  await first.api(PUT_TAGS, { tags: GOLD });
  await first.stop();
  const again = await running(path);
  await again.api('POST /reset');
  await again.stop();
  expect(textOf(path)).toContain('{"key":"a","value":"b"}');
});

test('a change is saved soon, without leftover files', async () => {
  const path = stateFile();
  const first = await running(path);
  expect(existsSync(path)).toBe(false);
  await first.api(PUT_TAGS, { tags: GOLD });
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(textOf(path)).toContain('gold');
  await first.stop();
  expect(filesIn(join(path, '..'))).toEqual(['state.json']);
});

describe('a file that cannot be written', () => {
  test('is reported, and written as soon as possible', async () => {
    const path = stateFile();
    const first = await running(path);
    mkdirSync(path);
    await first.api(PUT_TAGS, { tags: GOLD });
    await first.command.said('warning: the world is not saved:');
    rmdirSync(path);
    expect(await first.stop()).toBe(0);
    expect(textOf(path)).toContain('gold');
  });

  test('until the end exits with 2 and leaves no draft', async () => {
    const path = stateFile();
    const first = await running(path);
    await first.api(PUT_TAGS, { tags: GOLD });
    await first.stop();
    const again = await running(path);
    rmSync(path);
    mkdirSync(path);
    await again.api(PUT_TAGS, { tags: [] });
    expect(await again.stop()).toBe(2);
    expect(again.command.err()).toContain('the last changes of the world are lost');
    expect(filesIn(join(path, '..'))).toEqual(['state.json']);
  });
});

test.each([
  ['{"world":{"complete":true,"gamePlayers":[{"userId":"bob"}]}}', 'world.gamePlayers[0].userId'],
  ['{"world":{"comp', 'not valid JSON'],
  ['', ''],
])('a faulty file is rejected with the place: %s', async (text, message) => {
  const path = stateFile();
  writeFileSync(path, text);
  const { exit, out, err } = await tagproof(`simulate --port 0 --state ${path}`);
  expect([exit, out]).toEqual([2, '']);
  expect(err).toContain(`${path}: `);
  expect(err).toContain(message);
  expect(err).toContain('move it away to start from the world file');
  expect(textOf(path)).toBe(text);
});

describe('two simulators on one file', () => {
  test.each(['state.json', './sub/../state.json', 'link.json'])(
    'the second is refused, and names the first: %s',
    async (name) => {
      const place = folder();
      mkdirSync(join(place, 'sub'));
      const path = join(place, 'state.json');
      const early = await running(path);
      await early.api(PUT_TAGS, { tags: GOLD });
      await early.stop();
      symlinkSync(path, join(place, 'link.json'));
      const first = await running(path);
      const words = `simulate --port 0 --state ${place}/${name}`;
      const second = await tagproof(words, { pid: 7, alive: [PID] });
      expect([second.exit, second.out]).toEqual([2, '']);
      expect(second.err).toContain(`the simulator with the pid ${PID} keeps its world in this file`);
      await first.api(PUT_TAGS, { tags: [] });
      await first.stop();
      expect(filesIn(place)).toEqual(['link.json', 'state.json', 'sub']);
    },
  );

  test.each([
    ['of a process that has died', '4712', []],
    ['of a process of the same number, as in a container that starts again', String(PID), [PID]],
  ])('a lock %s is taken over', async (_, pid, alive) => {
    const path = stateFile();
    writeFileSync(`${path}.lock`, `${pid}\n`);
    const first = await running(path, { alive });
    expect(textOf(`${path}.lock`)).toBe(`${PID}\n`);
    await first.stop();
    expect(filesIn(join(path, '..'))).toEqual([]);
  });
});

test.each([
  ['state.json.lock', 'mine\n', 'is not the lock of a simulator'],
  [
    'state.json',
    '# ours\nworld: { complete: true, games: [{ id: g }] }\n',
    'is not a world that a simulator',
  ],
])('%s that somebody else wrote stays, and no state is kept there', async (name, text, says) => {
  const path = stateFile();
  writeFileSync(join(path, '..', name), text);
  const { exit, err } = await tagproof(`simulate --port 0 --state ${path}`);
  expect([exit, err]).toEqual([2, expect.stringContaining(says)]);
  expect(textOf(join(path, '..', name))).toBe(text);
});
