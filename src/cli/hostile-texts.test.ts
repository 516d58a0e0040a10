/** Control sequences and commands of CI systems in outside text, on every path to a terminal. */
import { createServer } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listening } from '../http/test-helpers/servers.ts';
import { folder, tagproof, type Ended } from './test-helpers/captured.ts';

const NASTY = '\u001b[31m\u009b2J\u001b]0;owned\u0007\rgone\u202e##vso[a.b]c ##[d]::debug::e';
const SHOWN = String.raw`\x1b[31m`;

/** What a terminal or the runner of a CI system obeys. CR is part of the progress line, which these tests do not draw. */
const OBEYED = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]|##(?:vso)?\[|::debug::/u;

function expectSafe({ out, err }: Ended): void {
  expect(out).not.toMatch(OBEYED);
  expect(err).not.toMatch(OBEYED);
}

/** Answers each request with these bytes, including header values that HTTP libraries refuse to send. */
async function serverOf(head: string, body: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () =>
      socket.write(
        `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: keep-alive\r\n\r\n${body}`,
      ),
    );
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

const JSON_HEAD = '200 OK\r\nContent-Type: application/json';
const MESSAGE = JSON.stringify({ returnCode: 1, debugMessage: NASTY, [NASTY]: NASTY });
const RAW_MESSAGE = MESSAGE.replaceAll(String.raw`\u001b`, '\u001b');

const SUITE = '--suite suites/7.2-not-found.yaml';
const RUN = `run ${SUITE} --only not-found/plain`;

test.each<readonly [what: string, head: string, body: string, command: string]>([
  ['the content type of a page', '200 OK\r\nContent-Type: text/html;\u009b2J\u001b[31m', '<html>', RUN],
  ['a body that is not JSON', JSON_HEAD, NASTY, RUN],
  ['a reason phrase', '500 \u009b2J\u001b[31m', NASTY, RUN],
  ...[
    RUN,
    `${RUN} --reporter junit`,
    `${RUN} --reporter json`,
    `probe ${SUITE}`,
    `fuzz --ignore-setup --runs 5 --seed 1 --save ${folder()}`,
  ].map((command) => ['a debugMessage', JSON_HEAD, RAW_MESSAGE, command] as const),
])('%s cannot control the terminal (%#)', async (_, head, body, command) => {
  expectSafe(await tagproof(`${command} --target ${await serverOf(head, body)}`));
});

describe('text from the user cannot control the terminal', () => {
  const path = folder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const suite = file(
    'suite.yaml',
    'chapter: "1 \\e[31mred"\ncases:\n  - id: own/title\n    title: "a \\e[31mtitle\\r\\u202e"\n    clauses: [1/envelope]\n    for: group.server\n    expect: { reply: anything }\n',
  );
  const broken = file('broken.yaml', `target: "http://x"\n"\\e[31m": 1\n# ${NASTY}\n"a: ${NASTY}\n`);

  test.each([
    ['the path of a target', ['run', '--target', `${NASTY}.yaml`]],
    ['the value of an option', ['run', '--timeout', NASTY]],
    ['a target file with faults', ['run', '--target', broken]],
  ])('%s', async (_, words) => {
    const ended = await tagproof(words);
    expectSafe(ended);
    expect(ended.exit).toBe(2);
    expect(ended.out + ended.err).not.toBe('');
  });

  test.each([
    ['a title in the list', ['list', '--suite', suite]],
    ['a title that explain prints', ['explain', 'own/title', '--suite', suite]],
  ])('%s', async (_, words) => {
    const ended = await tagproof(words);
    expectSafe(ended);
    expect(ended.out).toContain(SHOWN);
  });
});
