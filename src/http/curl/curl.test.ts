import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../test/test-helpers/deep.ts';
import { alterString, STRING_ALTERATIONS, type StringAlteration } from '../alterations/string-alterations.ts';
import { headChars } from '../../base/text/bytes.ts';
import type { HeaderLine, Request } from '../request.ts';
import { curlOf } from './curl.ts';
import { secretStoreOf } from '../secrets/secrets.ts';
import { bash } from '../test-helpers/bash.ts';
import { PLAYER, REQUEST, targetAt } from '../test-helpers/requests.ts';
import { opened, rawServer } from '../test-helpers/servers.ts';

const BASE = new URL('http://127.0.0.1:3000/base');
const TARGET = targetAt(BASE);

describe.concurrent('a curl line', () => {
  it('shows the request, and its secrets as shell variables', () => {
    expect(curlOf(REQUEST, TARGET)).toBe(
      'curl -sS -X POST http://127.0.0.1:3000/base/api/rJson/gamePlayer/client/getTag' +
        ` -H 'Content-Type: application/json' -H "Secret-Key: $PLAYER_KEY" --data-binary '{"userId":"aaaaaaaaaa"}'`,
    );
  });

  it('shows an altered secret as an expansion and a public one in clear', () => {
    const headers: HeaderLine[] = [
      ['Secret-Key', { secret: 'player', alter: 'cut-one' }],
      ['Auth-Token', { secret: 'open', alter: 'cut-one' }],
    ];
    expect(curlOf({ ...REQUEST, headers }, TARGET)).toContain(
      `-H "Secret-Key: \${PLAYER_KEY%?}" -H 'Auth-Token: open-key-000'`,
    );
  });

  it.each(sampled(Object.keys(STRING_ALTERATIONS) as StringAlteration[], 3, 0))(
    'contains no part of a secret altered by %s',
    (alter) => {
      const request = { ...REQUEST, headers: [['A', { secret: 'player', alter }]] as const };
      const line = curlOf(request, TARGET);
      const other = secretStoreOf([{ ...PLAYER, value: 'k7Fq2LmZ9xTq' }]);
      expect(curlOf(request, targetAt(BASE, {}, other))).toBe(line);
      expect(line).not.toMatch(/k7F|2Lm|9xT/i);
    },
  );

  it('says what it lacks if the request is altered on the wire', () => {
    expect(curlOf({ ...REQUEST, wire: 'http-1.0' }, TARGET)).toMatch(
      /^curl .* # but sent with http-1\.0: HTTP\/1\.0$/,
    );
  });

  it.each(['a\0b', 'x'.repeat(100_001)])('says that a body fits no argument: %#', (text) => {
    const line = curlOf({ ...REQUEST, ...body(text) }, TARGET);
    expect(line).toMatch(/ # but with a body that no argument can hold, as it has a NUL or is too long$/);
    expect(line.length).toBeLessThan(400);
  });
});

/** Alterations of every kind; a test below compares each in the shell with its table. */
const SAMPLES: readonly StringAlteration[] = [
  'cut-one',
  'doubled',
  'pad-left',
  'backslash-last',
  'sql-quote',
  'percent-encoded',
  'kelvin',
];
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, i) => i);
const header = (...headers: HeaderLine[]): Partial<Request> => ({ headers });
const body = (value: string | Uint8Array): Partial<Request> => ({ body: Buffer.from(value) });

const CASES = sampled<readonly [string, Partial<Request>]>(
  [
    ['unchanged', {}],
    ['without a body', { body: undefined }],
    ['without a body and Content-Type', { body: undefined, headers: [] }],
    ['of GET', { method: 'GET', body: undefined }],
    ['of GET with a body', { method: 'GET' }],
    ['of HEAD', { method: 'HEAD', body: undefined }],
    ['of an unknown method', { method: 'BREW' }],
    ['with an empty header', header(['Secret-Key', ''])],
    ['with an emptied secret', header(['Secret-Key', { secret: 'player', alter: 'empty' }])],
    [
      'with a header twice',
      header(['Secret-Key', 'a'], ['Secret-Key', { secret: 'player' }], ['secret-key', 'b']),
    ],
    ['with blanks around a header', header(['Secret-Key', '  a\t '])],
    [
      'with shell characters in a header',
      header(['Game-Id', `$HOME \`id\` "'!!\\ \\' $(id) *`], ["a'b`c!", { secret: 'player' }]),
    ],
    ['with latin1 in a header', header(['Game-Id', 'caf\xe9'])],
    ['with more than latin1 in a header', header(['Game-Id', 'ключ 😀'])],
    ['with a control character in a header', header(['Game-Id', 'a\x01\x7fb'])],
    ['with a User-Agent', header(['User-Agent', 'tagproof id/one-short@group.admin'])],
    ['with a line break in a header', header(['Game-Id', 'a\r\nX-More: b'])],
    ['with a blank for a header', header(['Game-Id', ' '])],
    ['with a blank in a header name', header(['Game Id', 'x'])],
    ['with a semicolon in a header name', header(['Game;', 'x;'])],
    ['with a Host', header(['Host', 'elsewhere'])],
    ['with a Content-Length', header(['Content-Length', '3'])],
    ['with an Accept', header(['Accept', 'x/y'])],
    ['of CONNECT', { method: 'CONNECT' }],
    ['of a method that is not a word', { method: 'PO ST' }],
    ['with a path that is an asterisk', { path: '*' }],
    ['with a double slash', { path: '//a//b/' }],
    ['with a line break in its path', { path: '/a\r\nX: y' }],
    ['with a query', { path: "/api?a=b&c=%20'()!$*,;" }],
    ['with a path that curl would change', { path: '/a/../b/./c//d#e' }],
    ['with brackets in its path', { path: '/a[1-3]{x,y}' }],
    ['with odd characters in its path', { path: '/a\xe9"|\\^`<>' }],
    ['with a blank in its path', { path: '/a b' }],
    ['with quotes in the body', body(`{"a":"it's \\"$HOME\\" !! \`id\` \\u0041"}`)],
    ['with lines in the body', body('a\r\n\tb\n')],
    ['with text of the world in the body', body('{"k":"é ключ 日本 😀 \u202E\u200B\uFEFF\u00A0"}')],
    ['with a file name for a body', body('@/etc/hostname')],
    ['with an option for a body', body('-X')],
    ['with bytes that are not UTF-8 in the body', body(EVERY_BYTE.slice(1))],
    ['with a long body', body(`{"a":"${"it's %d \\ é".repeat(6000)}"}`)],
    ...SAMPLES.map(
      (alter) =>
        [`with a secret altered by ${alter}`, header(['Secret-Key', { secret: 'player', alter }])] as const,
    ),
  ],
  2,
  1,
);

const tools = await bash(['command -v curl']).catch(() => '');

interface ReadBack {
  readonly requestLine: string;
  readonly own: readonly string[];
  readonly length: string | undefined;
  readonly body: string;
}

/** Parses a received request; undefined while it is incomplete. */
function readBack(raw: string): ReadBack | undefined {
  const end = raw.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(raw.slice(0, end))?.[1];
  if (end === -1 || raw.length < end + 4 + Number(length ?? 0)) return undefined;
  const [requestLine = '', ...lines] = raw.slice(0, end).split('\r\n');
  // Drop the lines that client and curl add by themselves.
  const own = lines.filter(
    (line) => !/^(host|accept|connection|content-length|user-agent: curl)\b/i.test(line),
  );
  // curl writes an empty header without the blank after its colon.
  return {
    requestLine,
    own: own.map((line) => line.replace(/:\s+$/, ':')),
    length,
    body: raw.slice(end + 4),
  };
}

describe.concurrent('a request that curl cannot send', () => {
  it.each<[string, Partial<Request>]>([
    ['a file name for a header', header(['@etc', 'x'])],
    ['an empty header name', header(['', 'x'])],
    ['a semicolon in the name of an empty header', header(['Game;', ''])],
    ['a NUL in a header', header(['Game', 'a\0b'])],
    ['a NUL at the end of a secret', header(['Secret-Key', { secret: 'player', alter: 'nul-last' }])],
    ['a NUL after a secret', header(['Secret-Key', { secret: 'player', alter: 'nul-added' }])],
    ['a NUL in the path', { path: '/\0' }],
    ['a Transfer-Encoding', header(['Transfer-Encoding', 'chunked'])],
  ])('is marked by a comment: %s', (_, change) => {
    expect(curlOf({ ...REQUEST, ...change }, TARGET)).toMatch(
      /^curl .* # but with a head that curl can not send$/,
    );
  });
});

describe.skipIf(tools === '')('running a curl line', () => {
  /** The requests received for each case: from the transport, then from curl. */
  const seen = CASES.map((): ReadBack[] => []);
  let printed = '';

  beforeAll(async () => {
    const url = await rawServer((socket) => {
      let all = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        all += chunk;
        const request = readBack(all);
        if (request === undefined) return;
        seen[Number(/\/n(\d+)/.exec(request.requestLine)?.[1])]?.push(request);
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const sent = CASES.map(([, change], i) => ({
      request: { ...REQUEST, ...change },
      base: new URL(`/n${i}`, url),
    }));
    await Promise.all(sent.map(({ request, base }) => opened(base).send(request)));
    const lines = sent.map(({ request, base }) => curlOf(request, targetAt(base)));
    printed = await bash(lines, { PLAYER_KEY: PLAYER.value });
  });

  it.each(CASES.map(([title], i) => [title, i] as const))('sends the same bytes for a request %s', (_, i) => {
    expect(seen[i]).toHaveLength(2);
    expect(seen[i]?.[1]).toEqual(seen[i]?.[0]);
  });

  it('prints only the reply, without a complaint', () => {
    expect(printed).toBe('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });

  /** The bytes of a text in a shell variable, which cannot contain NUL. */
  const bytesOf = (text: string): string => headChars(text).replaceAll('\0', '');

  const VALUES = [`sp ace$'"\\*`, 'odd99', 'T%sMN\\', 'ends-in-q', "LUIS'", 'BDFGH"', 'y'.repeat(2500)];
  it.each(sampled(VALUES, VALUES.length, 0))(
    'alters the secret %s in the shell as the table of alterations does',
    async (value) => {
      const alterations = Object.keys(STRING_ALTERATIONS) as StringAlteration[];
      const shown = await bash(
        alterations.map((alter) => `printf '%s\n' "${STRING_ALTERATIONS[alter].shell('KEY')}"`),
        { KEY: value },
      );
      expect(shown).toBe(alterations.map((alter) => `${bytesOf(alterString(value, alter))}\n`).join(''));
    },
  );
});
