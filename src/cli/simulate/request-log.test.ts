/** `--log`: a line for each request, without secrets, and never at the cost of a reply. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { controlled } from '../../../simulator/control/test-helpers/controlled.ts';
import { fileWith, KEY_IN_VARIABLE, start, type Captured } from '../test-helpers/captured.ts';
import { openLog } from './request-log.ts';
import { burst } from '../../../test/test-helpers/burst.ts';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';

beforeAll(buildWhereStale);

const KEY = 'public-admin-key-all-rules-0001';

async function serving(words: string, terminal = false, env = {}): Promise<Captured & { url: string }> {
  const command = start(`simulate --port 0 ${words}`, { terminal, env });
  const url = (await command.said(/https?:\/\/[0-9.]+:\d+/)).trim();
  return { ...command, url };
}

const ask = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${url}/api/rJson/group/admin/getTag`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Secret-Key': KEY, ...headers },
    body: JSON.stringify(body),
  });

describe('as text', () => {
  test('a line says when, what, who and how it ended', async () => {
    const command = await serving('--log text');
    await ask(command.url, { groupId: 'grouplarks' });
    await ask(command.url, { groupId: 'short' });
    await fetch(`${command.url}/favicon.ico`);
    await command.said('favicon');
    const lines = command.err().split('\n');
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} group\.admin \(key admin\): group "grouplarks": 2 tags, Ok \(1\)$/,
    );
    expect(lines[1]).toMatch(
      /group\.admin \(key admin\): .*InvalidRequestParameters \(-5\) \[breaks §4\.3: id\]$/,
    );
    expect(lines[2]).toMatch(/GET \/favicon\.ico: /);
    command.interrupt();
    expect(await command.exit).toBe(0);
  });

  test('a refused preflight says which option allows it', async () => {
    const command = await serving('--log text');
    await fetch(`${command.url}/api/rJson/group/admin/getTag`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://game.test:5173', 'Access-Control-Request-Method': 'POST' },
    });
    command.interrupt();
    await command.exit;
    expect(command.err()).toMatch(
      / OPTIONS \S+: a page at http:\/\/game\.test:5173 may not send this: add --cors-origin http:\/\/game\.test:5173\n/,
    );
  });

  test.each([
    ['at a terminal', '', true, true],
    ['elsewhere', '', false, false],
    ['at a terminal with --json', '--json', true, false],
    ['with --log none', '--log none', true, false],
  ])('%s', async (_, words, terminal, isLogged) => {
    const command = start(`simulate --port 0 ${words}`, {
      terminal,
      env: { TAGPROOF_CONTROL_TOKEN: 'a-token-of-the-tests' },
    });
    const url = await command.said(/http:\/\/[0-9.]+:\d+/);
    await ask(url, { groupId: 'grouplarks' });
    command.interrupt();
    await command.exit;
    expect(command.err().includes('group.admin')).toBe(isLogged);
  });

  test('what comes last is logged, too, and what a client sends makes no line and no escape of its own', async () => {
    const command = await serving('--log text');
    await ask(command.url, { groupId: 'a\nb\u001b[31mc\u009b\u202e' });
    command.interrupt();
    await command.exit;
    expect(command.err().trimEnd().split('\n')).toHaveLength(1);
    expect(command.err()).not.toContain('\u001b');
  });

  test('as JSON each line is an object with the members of the journal', async () => {
    const command = await serving('--log json');
    await ask(command.url, { groupId: 'grouplarks' });
    await ask(command.url, { groupId: 'a\nb\u001b[31mc\u009b\u202e' });
    command.interrupt();
    await command.exit;
    const [first, odd] = command
      .err()
      .split('\n')
      .map((line) => JSON.parse(line || '{}') as unknown);
    expect(first).toMatchObject({
      endpoint: 'group.admin',
      key: 'admin',
      subject: 'grouplarks',
      status: 200,
      returnCode: 'Ok',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(odd).toMatchObject({ subject: 'a\nb\u001b[31mc\u009b\u202e' });
  });
});

/** An id may be the value of a secret: this one is as long as an id. */
test.each(['text', 'json'])('secrets stand in no line: %s', async (form) => {
  const path = fileWith(KEY_IN_VARIABLE);
  const command = await serving(`--log ${form} --world ${path}`, false, { ADMIN_KEY: 'to-be-hid0' });
  await ask(command.url, { groupId: 'aaaaaaaaaa' }, { 'Secret-Key': 'to-be-hid0' });
  await ask(command.url, { groupId: 'to-be-hid0' }, { 'Secret-Key': 'to-be-hid0' });
  await fetch(`${command.url}/x?key=to-be-hid0`);
  await ask(command.url, { groupId: 'aaaaaaaaaa' }, { 'Secret-Key': 'unknown-but-perhaps-real' });
  command.interrupt();
  await command.exit;
  expect(command.err().trimEnd().split('\n')).toHaveLength(4);
  expect(command.err()).toContain('<secret:admin>');
  expect(command.err()).not.toMatch(/to-be-hid0|unknown-but-perhaps-real/);
});

test('a process whose reader takes nothing neither holds up replies nor its end', async () => {
  const child = spawn(process.execPath, [BIN, 'simulate', '--port', '0', '--json', '--log', 'text'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [ready] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(ready) as { url: string };
  // Far more than a pipe holds.
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      Array.from({ length: 50 }, () => ask(url, { groupId: 'x'.repeat(300) }).then((reply) => reply.text())),
    );
  expect((await ask(url, { groupId: 'grouplarks' })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('requests that come faster than they can be written are counted', async () => {
  const { sim } = await controlled({ journalCapacity: 10 });
  const texts: string[] = [];
  const err = { isTerminal: false, write: (text: string) => void texts.push(text) };
  for (const form of ['text', 'json'] as const) {
    const log = openLog(form, sim, { err } as never);
    const many = 40;
    burst(sim, many);
    log?.close();
    const all = texts.splice(0);
    const leftOut = all.map((text) => Number(/(?:… |"notLogged":)(\d+)/.exec(text)?.[1] ?? 0));
    const logged = all.filter((text) => text.includes('gamePlayer.admin')).length;
    expect(logged + leftOut.reduce((sum, count) => sum + count, 0)).toBe(many);
    expect(leftOut.some((count) => count > 0)).toBe(true);
  }
});
