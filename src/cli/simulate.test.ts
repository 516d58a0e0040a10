/** `tagproof simulate`: a backend on a port, its banner, and its end. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listening } from '../http/test-helpers/servers.ts';
import { createServer } from 'node:net';
import { fileWith, KEY_IN_VARIABLE, simulating, tagproof } from './test-helpers/captured.ts';

const bash = promisify(execFile);

/** Runs the printed curl lines in bash and returns their replies. */
async function tried(text: string, env: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> {
  const lines = text.split('\n').filter((line) => line.trim().startsWith('curl '));
  const ran = lines.map((line) => bash('bash', ['-c', line], { env: { ...process.env, ...env } }));
  return (await Promise.all(ran)).map(({ stdout }) => JSON.parse(stdout) as unknown);
}

const ok = (tags: readonly object[]) => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags } },
});

const OTHER_KEY = 'secretKeys: [{ name: other, key: not-used-anywhere, role: Player, game: g }, ';

test('prints variables instead of the values of secret keys, and exports none that is set or not used', async () => {
  const env = { ADMIN_KEY: 'not-to-be-printed' };
  const world = KEY_IN_VARIABLE.replace('secretKeys: [', OTHER_KEY);
  // Where tagKeys is required, the curl lines send some.
  const path = fileWith(`dialect: { tagKeys.omitted: DataRequired }\n${world}`);
  const { command, stop } = await simulating(`--world ${path}`, { env });
  expect(command.out()).toContain('$ADMIN_KEY');
  expect(command.out()).not.toContain('export ');
  expect(command.out() + command.err()).not.toContain('not-to-be-printed');
  expect(await tried(command.out(), env)).toEqual([ok([{ key: 'a', value: 'b' }])]);
  expect(await stop()).toBe(0);
});

test('serves a target file: what it leaves open about a key is the only game and every rule not known to lack', async () => {
  const path = fileWith(
    `target: "https://staging.example.com"
world:
  secretKeys: [{ name: admin, key: "\${env:K}", role: Admin, rules: { lacks: [gamePlayer.getTag.adminSelfEnable] } }]
  gamePlayers: [{ userId: playerann1, tags: [{ key: vip, value: gold }] }]
`,
  );
  const { url, stop } = await simulating(`--world ${path}`, { env: { K: 'not-to-be-printed' } });
  const ask = async (variant: string): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', 'Secret-Key': 'not-to-be-printed' };
    const init = { method: 'POST', headers, body: '{"userId":"playerann1"}' };
    return (await fetch(`${url}/api/rJson/gamePlayer/${variant}/getTag`, init)).json();
  };
  expect(await ask('server')).toEqual(ok([{ key: 'vip', value: 'gold' }]));
  expect(await ask('admin')).toMatchObject({ returnCode: -2 });
  expect(await stop()).toBe(0);
});

test('secrets in the world file are warned of, and the curl lines start with exports of unset variables', async () => {
  const path = fileWith(KEY_IN_VARIABLE.replace('"${env:ADMIN_KEY}"', 'as-plain-text'));
  const { command, stop } = await simulating(`--world ${path}`);
  expect(command.err()).toMatch(/^warning: \S+world\.yaml holds secrets as plain text \(admin\)/);
  expect(command.out()).not.toContain('as-plain-text');
  expect(command.out()).toContain(
    '\nTry\n  export ADMIN_KEY=…  # first: the value of "admin" in the world file\n  curl ',
  );
  expect(await tried(command.out(), { ADMIN_KEY: 'as-plain-text' })).toEqual([
    ok([{ key: 'a', value: 'b' }]),
  ]);
  await stop();
});

test('headers that provoke a failure are printed', async () => {
  const { command, stop } = await simulating('--world conformance');
  expect(command.out()).toContain('X-Tagproof-Fault: internal  InternalServerError (-3)');
  await stop();
});

describe('the address', () => {
  test('a port in use exits with 2 and a remedy', async () => {
    const port = await listening(createServer());
    const { exit, out, err } = await tagproof(`simulate --port ${port}`);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toBe(
      `error: port ${port} on 127.0.0.1 is in use; stop what listens there, or choose another port, or 0 for any free one\n`,
    );
  });

  test('a host that is not loopback gets a warning about who can reach it', async () => {
    const { command, stop } = await simulating('--host 0.0.0.0');
    expect(command.err()).toBe(
      'warning: 0.0.0.0 is not a loopback address: everyone who can reach it can ask for everything in this world, call the control API with its token (--no-control leaves it out)\n',
    );
    expect(command.out()).toMatch(/^The getTag simulator listens at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(await stop()).toBe(0);
  });

  test.each(['127.0.0.1', 'localhost', '127.0.0.2'])('%s is a loopback address', async (host) => {
    const { command, stop } = await simulating(`--host ${host}`);
    expect(command.err()).toBe('');
    await stop();
  });
});

test('the dialect of a target file is used without its URL, secrets and files', async () => {
  const path = fileWith(
    'target: "${env:NOT_SET}"\nhttp: { ca: none.pem }\nworld: { secretKeys: [{ name: admin, key: "${env:ALSO_NOT_SET}" }] }\ndialect: { codes.returnCode: name }\n',
  );
  const { url, command, stop } = await simulating(`--dialect ${path}`);
  const reply = await fetch(`${url}/api/rJson/group/admin/getTag`, { method: 'POST', body: '{}' });
  expect(await reply.json()).toMatchObject({ returnCode: 'SecretInvalid' });
  expect(command.err()).toBe('');
  expect(await stop()).toBe(0);
});

test('a world without a subject is served with a warning about the effect', async () => {
  const path = fileWith(
    'public: true\nworld: { secretKeys: [{ name: admin, key: public-admin-key, role: Admin, rules: all }] }\n',
  );
  const { command, stop } = await simulating(`--world ${path}`);
  expect(command.err()).toMatch(/^warning: this world has no [^\n]+ so no id is ever found[^\n]+\n$/);
  expect(await stop()).toBe(0);
});

test('a world without keys gets made-up ones, printed, that open every endpoint', async () => {
  const path = fileWith(
    'world: { complete: true, games: [{ id: isle }], gamePlayers: [{ userId: playerzoe1, tags: [{ key: vip, value: tin }] }] }\n',
  );
  const { command, stop } = await simulating(`--world ${path}`);
  expect(command.err()).toMatch(/^warning: \S+ declares no secret key, so made-up ones are served/);
  expect(await tried(command.out())).toEqual([ok([{ key: 'vip', value: 'tin' }])]);
  for (const secret of ['made-up-player-key', 'made-up-admin-key', 'made-up-login-token'])
    expect(command.out()).toContain(secret);
  expect(await stop()).toBe(0);
});

test('the game that is served by default is a game: no key with a limit, no tag that is a trap', async () => {
  const { command, stop } = await simulating();
  expect(command.out()).not.toMatch(/more in the world file|in all|requests\/s/);
  expect(await stop()).toBe(0);
});

describe('the control API', () => {
  const games = (url: string, token: string): Promise<number> =>
    fetch(`${url}/_tagproof/status`, { headers: { Authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    );

  test('is announced once, with a generated token', async () => {
    const { url, command, stop } = await simulating('', { env: {} });
    const [[, token = ''] = [], ...others] = command.out().matchAll(/\/_tagproof\/#token=([\w-]+)/g);
    expect(others).toEqual([]);
    expect(await games(url, token)).toBe(200);
    expect(await games(url, 'another-one')).toBe(401);
    await stop();
  });

  const GIVEN = { env: { TAGPROOF_CONTROL_TOKEN: 'given-by-the-user' } };

  test('takes the token of TAGPROOF_CONTROL_TOKEN, which is not printed', async () => {
    const { url, command, stop } = await simulating('', GIVEN);
    expect(await games(url, 'given-by-the-user')).toBe(200);
    expect(command.out() + command.err()).not.toContain('given-by-the-user');
    await stop();
  });

  test('is not served with --no-control', async () => {
    const { url, command, stop } = await simulating('--no-control');
    expect(command.out()).not.toContain('_tagproof');
    const reply = await fetch(`${url}/_tagproof/healthz`);
    expect(await reply.json()).toMatchObject({ returnCode: -4 });
    await stop();
  });
});
