/** `tagproof exec --vary`: which permitted choice breaks the tests of a client. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileWith, start, tagproof, type Ended } from '../test-helpers/captured.ts';

/** A client of one request, in the shell, which starts in no time; its test wants this text in the reply. */
const client = (wanted: string): readonly string[] => [
  '--',
  '/bin/bash',
  '-c',
  String.raw`body='{"groupId":"grouplarks","tagKeys":["vip"]}'
  exec 3<>"/dev/tcp/127.0.0.1/${'${TAGPROOF_URL##*:}'}"
  printf 'POST /api/rJson/group/admin/getTag HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nSecret-Key: %s\r\nContent-Length: %d\r\n\r\n%s' "$ADMIN_KEY" ${'${#body}'} "$body" >&3
  while IFS= read -r line <&3 && [[ $line != $'\r' ]]; do
    [[ $line == [Cc]ontent-[Ll]ength:* ]] && length=${'${line//[^0-9]/}'}
  done
  IFS= read -r -N "$length" reply <&3
  [[ $reply == *'${wanted}'* ]] || { printf '\e[31mNO %s\n' "$ADMIN_KEY"; exit 1; }`,
];
const script = (code: string): readonly string[] => ['--', process.execPath, '-e', code];
const vary = (what: string, words: readonly string[]): Promise<Ended> =>
  tagproof(['exec', ...what.split(' '), ...words]);

const NUMBERS = client('"returnCode":1,');

describe('a row', () => {
  test('breaks with the first exchange that differed and the end of the output, and what stays the same is not run', async () => {
    const { exit, out } = await vary('--vary codes.returnCode=name', NUMBERS);
    expect(exit).toBe(1);
    expect(out).toContain('breaks: codes.returnCode=name\n');
    expect(out).toMatch(/first seen in {2}POST \S+ \{"groupId":"grouplarks","tagKeys":\["vip"\]\}/);
    expect(out).toMatch(/default {8}\{"returnCode":1,.*\n {2}here {11}\{"returnCode":"Ok",/);
    expect(out).toContain('the command ended with exit code 1:\n    NO ');
    expect(out).toMatch(/^codes\.returnCode=name {2}breaks$/m);
    expect(out.trimEnd()).toMatch(/\n1 breaks, 0 ok, 0 not exercised, 0 not run$/);
  });

  test.each([
    ['format=closing', 0, 'format=closing  ok'],
    ['fault=MaxRequestReject', 1, 'one request is answered with MaxRequestReject, the next as usual'],
  ])('%s ends with %i', async (what, exit, text) => {
    const ended = await vary(`--vary ${what}`, NUMBERS);
    expect([ended.exit, ended.out]).toEqual([exit, expect.stringContaining(text)]);
  });

  test('of what is not exercised is wrapped on a terminal', async () => {
    const words = ['exec', '--vary', 'id.empty=StringMinLength', ...NUMBERS];
    const { out } = await tagproof(words, { screen: true, columns: 30 });
    expect(out).toContain('not exercised:\n  id.empty=StringMinLength\n');
  });

  test('of an option that no reply shows claims nothing, and alone it is not green', async () => {
    const { exit, out, err } = await vary('--vary id.empty=StringMinLength', NUMBERS);
    expect([exit, out]).toEqual([2, expect.stringContaining('not exercised: id.empty=StringMinLength')]);
    expect(err).toContain('no run showed another reply than the default run');
  });

  test('never holds a secret', async () => {
    const world = fileWith(
      'world: { complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: hidden-key-of-the-world-1, role: Admin, game: g, rules: all }], groups: [{ groupId: grouplarks, game: g }] }\n',
    );
    const { out } = await vary(`--world ${world} --vary codes.returnCode=name`, NUMBERS);
    expect(out).toContain('NO <secret:admin>');
    expect(out).not.toContain('hidden-key');
  });
});

test('--json prints the same as one document; what no request shows is not exercised', async () => {
  const { exit, out } = await vary('--vary each --json', client(''));
  expect(exit).toBe(0);
  const { rows } = JSON.parse(out) as {
    readonly rows: readonly { readonly id: string; readonly result: string }[];
  };
  expect(rows).toContainEqual({ id: 'codes.returnCode=name', result: 'ok' });
  expect(rows).toContainEqual({ id: 'id.empty=StringMinLength', result: 'not exercised' });
  expect(rows).toContainEqual({ id: 'fault=expired-token', result: 'not exercised' });
});

describe('what varies', () => {
  test('is relative to the default run: its own answer is none', async () => {
    const words = client('"returnCode":"Ok"');
    const { exit, out } = await vary('--dialect codes.returnCode=name --vary codes.returnCode=number', words);
    expect([exit, out]).toEqual([1, expect.stringMatching(/^codes\.returnCode=number {2}breaks$/m)]);
    const own = await vary('--dialect codes.returnCode=name --vary codes.returnCode=name', words);
    expect([own.exit, own.err]).toEqual([
      2,
      expect.stringContaining("that is the default dialect's own answer"),
    ]);
  });

  test('holds where the default dialect has an answer for one place', async () => {
    const { exit } = await vary(
      '--dialect tagKeys.effect@group=none --vary tagKeys.effect=filter',
      client(''),
    );
    expect(exit).toBe(0);
  });
});

test.each([
  [
    '--vary each',
    client('no such reply'),
    'your tests fail already: with the default dialect the command ended with exit code 1. Make them pass without --vary first:\nNO',
  ],
  ['--vary each', script(''), 'no operation was called'],
  [
    '--vary each',
    script('fetch(process.env.TAGPROOF_URL).then((reply) => reply.text())'),
    'no operation was called',
  ],
  ['--vary each', ['--', 'no-such-command-anywhere'], 'there is no such command'],
  ['--vary each --jobs 2', NUMBERS, 'tries one choice after the other'],
])('%s: what is wrong ends with 2', async (what, words, message) => {
  const { exit, out, err } = await vary(what, words);
  expect([exit, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

describe('a command that hangs', () => {
  const HANGING = ['--', '/bin/bash', '-c', '/bin/sleep 1000 & printf $! > "$PIDS"; wait'];

  test.each([
    [
      'when the time is over',
      ['--max-time', '500ms'],
      3,
      'the default run did not end: --max-time was reached',
    ],
    ['at Ctrl-C', [], 130, ''],
  ])('is ended with what it started, %s', async (_, options, exit, says) => {
    const file = fileWith('', 'pids');
    const command = start(['exec', '--vary', 'each', ...options, ...HANGING], { env: { PIDS: file } });
    const pid = (): string => readFileSync(file, 'utf8');
    if (exit === 130) {
      await expect.poll(pid).not.toBe('');
      command.interrupt();
    }
    expect([await command.exit, command.err()]).toEqual([exit, expect.stringContaining(says)]);
    await expect.poll(() => existsSync(`/proc/${pid()}/cmdline`)).toBe(false);
  });

  test('and one that is interrupted while it is run again is not run', async () => {
    const file = fileWith('', 'runs');
    const [, shell = '', option = '', once = ''] = NUMBERS;
    const twice = `printf . >> "$RUNS"; [[ $(< "$RUNS") == ... ]] && exec /bin/sleep 60; ${once}`;
    const command = start(['exec', '--vary', 'codes.returnCode=name', '--', shell, option, twice], {
      env: { ...process.env, RUNS: file },
    });
    while (readFileSync(file, 'utf8').length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    command.interrupt();
    expect([await command.exit, command.out()]).toEqual([
      130,
      expect.stringContaining('not run: codes.returnCode=name\n'),
    ]);
  });
});
