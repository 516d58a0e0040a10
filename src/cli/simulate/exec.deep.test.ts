/** `tagproof exec`: a command beside a simulator, as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder } from '../test-helpers/captured.ts';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';

beforeAll(buildWhereStale);

interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

function started(words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [BIN, 'exec', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

async function ended(child: ChildProcess): Promise<Ran> {
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (data: Buffer) => (texts.out += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (texts.err += data.toString()));
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit, ...texts };
}

const exec = (words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran> => ended(started(words, env));
const node = (script: string): readonly string[] => ['--', process.execPath, '-e', script];

const ASKS = `
const { TAGPROOF_URL, TAGPROOF_CONTROL_URL, TAGPROOF_CONTROL_TOKEN, ADMIN_KEY, ANN_TOKEN } = process.env;
const reply = await fetch(TAGPROOF_URL + '/api/rJson/group/admin/getTag', {
  method: 'POST', headers: { 'Content-Type': 'application/json', 'Secret-Key': ADMIN_KEY }, body: '{"groupId":"grouplarks"}',
});
const status = await fetch(TAGPROOF_CONTROL_URL + '/status', { headers: { Authorization: 'Bearer ' + TAGPROOF_CONTROL_TOKEN } });
console.log((await reply.json()).returnCode, status.status, ANN_TOKEN, process.argv.slice(1).join());
`;

describe('the command', () => {
  test('finds URL, control API and credentials, gets its own words, and stdout is its own', async () => {
    const words = ['--', process.execPath, '--input-type=module', '-e', ASKS, '--', '--port', 'one two'];
    const { exit, out, err } = await exec(words);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toBe('1 200 public-token-of-ann-0001 --port,one two\n');
  });

  test('needs no -- where it is behind the options', async () => {
    const { exit, out } = await exec([
      '--no-control',
      process.execPath,
      '-p',
      'process.env.TAGPROOF_CONTROL_URL',
    ]);
    expect([exit, out]).toEqual([0, 'undefined\n']);
  });

  test.each([
    ['its exit code', 'process.exit(7)', 7],
    ['128 and the signal that ended it', 'process.kill(process.pid, "SIGKILL")', 137],
  ])('gives exec %s', async (_, script, code) => {
    expect((await exec(node(script))).exit).toBe(code);
  });

  test('gets the signals that exec gets, and may take its time', async () => {
    const script =
      'process.on("SIGTERM", () => setTimeout(() => { console.log("bye"); process.exit(3); }, 50)); setInterval(() => {}, 1000); console.log("up")';
    const child = started(node(script));
    const end = ended(child);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ exit: 3, out: 'up\nbye\n' });
  });

  test('is gone when a second signal ends exec', async () => {
    const script =
      'process.on("SIGTERM", () => console.log("heard")); setInterval(() => {}, 1000); console.log(process.pid)';
    const child = started(node(script));
    const [first] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    child.kill('SIGTERM');
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    const gone = (): boolean => !existsSync(`/proc/${Number(first.toString())}/cmdline`);
    while (!gone()) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('and what it started are gone when a second signal ends exec', async () => {
    const child = started([
      '--',
      '/bin/bash',
      '-c',
      `trap 'echo heard' INT; /bin/bash -c "trap '' INT; echo \\$\\$; while :; do /bin/sleep 0.05; done" & while :; do wait; done`,
    ]);
    const [first] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    child.kill('SIGINT');
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    const gone = (): boolean => !existsSync(`/proc/${Number(first.toString())}/cmdline`);
    while (!gone()) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('of a world with secrets in variables finds them under those', async () => {
    const path = join(folder(), 'world.yaml');
    writeFileSync(
      path,
      'public: true\nworld: { complete: true, games: [{ id: g }], secretKeys: [{ name: a, key: "${env:MY_KEY}", role: Admin, game: g, rules: all }, { name: b, key: literal-key, role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, game: g }] }\n',
    );
    const words = ['--world', path, ...node('console.log(process.env.MY_KEY, process.env.B_KEY)')];
    expect(await exec(words, { MY_KEY: 'from-outside' })).toMatchObject({
      out: 'from-outside literal-key\n',
    });
  });
});
