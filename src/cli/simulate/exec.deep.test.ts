/** `tagproof exec`: a command beside a simulator, as a process of its own. */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileWith } from '../test-helpers/captured.ts';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';
import { processOf, type Process } from '../../../test/test-helpers/processes.ts';

beforeAll(buildWhereStale);

const started = (words: readonly string[], env: NodeJS.ProcessEnv = {}, by = 'exec'): Process =>
  processOf(process.execPath, [BIN, by, ...words], '.', { ...process.env, ...env });

async function exec(words: readonly string[], env?: NodeJS.ProcessEnv) {
  const { end, out, err } = started(words, env);
  return { exit: await end, out: out(), err: err() };
}

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
    const { child, said, end, out } = started(node(script));
    await said(/up/);
    child.kill('SIGTERM');
    expect([await end, out()]).toEqual([3, 'up\nbye\n']);
  });

  const DEAF =
    'process.on("SIGTERM", () => console.log("heard")); setInterval(() => {}, 1000); console.log(process.pid)';
  const PARENT = `trap 'echo heard' INT; /bin/bash -c "trap '' INT; echo \\$\\$; while :; do /bin/sleep 0.05; done" & while :; do wait; done`;

  const PARENTS = ['--', '/bin/bash', '-c', PARENT];
  const PROXY = ['http://127.0.0.1:1', '--port', '0'];

  test.each<
    readonly [what: string, by: string, words: readonly string[], signal: 'SIGTERM' | 'SIGINT', exit: number]
  >([
    ['is gone', 'exec', node(DEAF), 'SIGTERM', 143],
    ['and what it started are gone', 'exec', PARENTS, 'SIGINT', 130],
    ['and what it started are gone', 'proxy', [...PROXY, ...PARENTS], 'SIGINT', 130],
  ])('%s when a second signal ends %s', async (_, by, words, signal, exit) => {
    const { child, said, end } = started(words, {}, by);
    const pid = await said(/^\d+(?=\n)/);
    child.kill(signal);
    await said(/heard/);
    child.kill(signal);
    expect(await end).toBe(exit);
    await expect.poll(() => existsSync(`/proc/${pid}/cmdline`)).toBe(false);
  });

  test('of a world with secrets in variables finds them under those', async () => {
    const path = fileWith(
      'public: true\nworld: { complete: true, games: [{ id: g }], secretKeys: [{ name: a, key: "${env:MY_KEY}", role: Admin, game: g, rules: all }, { name: b, key: literal-key, role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, game: g }] }\n',
    );
    const words = ['--world', path, ...node('console.log(process.env.MY_KEY, process.env.B_KEY)')];
    expect(await exec(words, { MY_KEY: 'from-outside' })).toMatchObject({
      out: 'from-outside literal-key\n',
    });
  });
});
