/** `--log`: a line for each request, without secrets, and never at the cost of a reply. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { controlled } from '../../../simulator/control/test-helpers/controlled.ts';
import { fileWith, KEY_IN_VARIABLE, simulating } from '../test-helpers/captured.ts';
import { openLog } from './request-log.ts';
import { burst } from '../../../test/test-helpers/burst.ts';
import { BIN, buildWhereStale } from '../../../test/test-helpers/built.ts';

beforeAll(buildWhereStale);

describe('as text', () => {
  test('a line says when, what, who and how it ended', async () => {
    const { url, command, ask, stop } = await simulating('--log text');
    await ask('group', { groupId: 'grouplarks' });
    await ask('group', { groupId: 'short' });
    await fetch(`${url}/favicon.ico`);
    await command.said('favicon');
    const lines = command.err().split('\n');
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} group\.admin \(key admin\): group "grouplarks": 2 tags, Ok \(1\)$/,
    );
    expect(lines[1]).toMatch(
      /group\.admin \(key admin\): .*InvalidRequestParameters \(-5\) \[breaks §4\.3: id\]$/,
    );
    expect(lines[2]).toMatch(/GET \/favicon\.ico: /);
    expect(await stop()).toBe(0);
  });

  test.each([
    ['at a terminal', '', true, true],
    ['elsewhere', '', false, false],
    ['at a terminal with --json', '--json', true, false],
    ['with --log none', '--log none', true, false],
  ])('%s', async (_, words, terminal, isLogged) => {
    const { command, ask, stop } = await simulating(words, { terminal });
    await ask('group', { groupId: 'grouplarks' });
    await stop();
    expect(command.err().includes('group.admin')).toBe(isLogged);
  });

  test('what comes last is logged, too, and what a client sends makes no line and no escape of its own', async () => {
    const { command, ask, stop } = await simulating('--log text');
    await ask('group', { groupId: 'a\nb\u001b[31mc\u009b\u202e' });
    await stop();
    expect(command.err().trimEnd().split('\n')).toHaveLength(1);
    expect(command.err()).not.toContain('\u001b');
  });

  test('as JSON each line is an object with the members of the journal', async () => {
    const { command, ask, stop } = await simulating('--log json');
    await ask('group', { groupId: 'grouplarks' });
    await ask('group', { groupId: 'a\nb\u001b[31mc\u009b\u202e' });
    await stop();
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
  const env = { ADMIN_KEY: 'to-be-hid0' };
  const { url, command, ask, stop } = await simulating(`--log ${form} --world ${path}`, { env });
  await ask('group', { groupId: 'aaaaaaaaaa' }, 'to-be-hid0');
  await ask('group', { groupId: 'to-be-hid0' }, 'to-be-hid0');
  await fetch(`${url}/x?key=to-be-hid0`);
  await ask('group', { groupId: 'aaaaaaaaaa' }, 'unknown-but-perhaps-real');
  await stop();
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
  const sent = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Secret-Key': 'public-admin-key-all-rules-0001' },
    body: JSON.stringify({ groupId: 'x'.repeat(300) }),
  };
  const ask = (): Promise<Response> => fetch(`${url}/api/rJson/group/admin/getTag`, sent);
  // Far more than a pipe holds.
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 50 }, async () => (await ask()).text()));
  expect((await ask()).status).toBe(200);
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
