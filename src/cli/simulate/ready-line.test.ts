/** The output for scripts and game engines, and how a simulator ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../base/version.ts';
import { freePort } from '../../http/test-helpers/servers.ts';
import { fileWith, KEY_IN_VARIABLE, PID, simulating, start } from '../test-helpers/captured.ts';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';

beforeAll(buildWhereStale);

describe('--json', () => {
  const ready = async (words: string, env = {}) => {
    const { command, stop } = await simulating(`--json ${words}`, { env });
    return { command, stop, line: JSON.parse(command.out()) };
  };

  test('prints one line with everything that a script needs', async () => {
    const { command, line, stop } = await ready('');
    expect(line).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      controlUrl: `${line.url}/_tagproof`,
      console: `${line.url}/_tagproof/#token=${line.token}`,
      games: ['meadow-run'],
      keys: { admin: { value: 'public-admin-key-all-rules-0001', role: 'Admin' } },
      pid: PID,
      version: VERSION,
    });
    const games = await fetch(`${line.controlUrl}/status`, {
      headers: { Authorization: `Bearer ${line.token}` },
    });
    expect(games.status).toBe(200);
    expect(await stop()).toBe(0);
    expect(command.out().split('\n')).toHaveLength(2);
  });

  test.each([
    [
      'no secret key and no token that the user gave',
      `--world ${fileWith(KEY_IN_VARIABLE)}`,
      { token: null, keys: { admin: { value: null, env: 'ADMIN_KEY', game: 'g' } } },
    ],
    ['no disabled control API', '--no-control', { controlUrl: null, console: null, token: null }],
  ])('shows %s', async (_, words, shown) => {
    const env = { ADMIN_KEY: 'not-to-be-printed', TAGPROOF_CONTROL_TOKEN: 'also-not-to-be-printed' };
    const { command, line, stop } = await ready(words, words.startsWith('--world') ? env : {});
    expect(command.out()).not.toContain('not-to-be-printed');
    expect(line).toMatchObject(shown);
    await stop();
  });
});

test('--quiet prints only errors, not even warnings', async () => {
  const port = await freePort();
  const command = start(`simulate --port ${port} --quiet --world ${fileWith('world: {}\n')}`);
  const url = `http://127.0.0.1:${port}/_tagproof/healthz`;
  const isUp = async (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp()));
  command.interrupt();
  expect(await command.exit).toBe(0);
  expect([command.out(), command.err()]).toEqual(['', '']);
});

test('SIGTERM: the process exits with 0, answers open requests, ends streams and kept connections, and frees the port', async () => {
  const child = spawn(process.execPath, [BIN, 'simulate', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, controlUrl, token, pid } = JSON.parse(line);
  expect(pid).toBe(child.pid);
  const headers = { Authorization: `Bearer ${token}` };
  const stream = await fetch(`${controlUrl}/journal/events`, { headers });
  expect(stream.status).toBe(200);
  const late = { method: 'PUT', headers, body: '{"latency":200}' };
  expect((await fetch(`${controlUrl}/faults/late`, late)).status).toBe(200);
  const idle = createConnection(Number(new URL(url).port), '127.0.0.1');
  await once(idle, 'connect');
  const under = fetch(`${url}/api/rJson/group/admin/getTag`, { method: 'POST', body: '{}' });
  const toCome = { method: 'POST', headers, body: '{"count":1}' };
  await (await fetch(`${controlUrl}/journal/wait`, toCome)).text();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await (await under).json()).toMatchObject({ returnCode: expect.any(Number) });
  expect(await stream.text()).toContain('event: hello');
  expect(await ended).toEqual([0, null]);
  const { stop } = await simulating(`--port ${new URL(url).port}`);
  expect(await stop()).toBe(0);
});
