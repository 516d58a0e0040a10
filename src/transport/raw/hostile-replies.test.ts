/** Replies built to cost time or memory end with an outcome that names the exceeded bound. */
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../http/exchange.ts';
import { MOST_LEVELS } from '../../http/reply-bounds.ts';
import { MAX_HEADERS } from '../http-settings.ts';
import { linkOf } from '../link.ts';
import { rawTransport } from './raw-transport.ts';
import { REQUEST, SETTINGS, SECRET_STORE } from '../test-helpers/requests.ts';
import { opened, replyingServer, shown } from '../test-helpers/servers.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';

const lines = (count: number, line: string): string => line.repeat(count);
const withHead = (head: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n${head}\r\n{}`;
const withBody = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

const HEADERS = 'too-large: the head of the reply has more than 1,000 header lines';
const LEVELS = 'too-large: the JSON of the reply is nested deeper than 500 levels';
const LISTS = ['[', ']'] as const;
const OBJECTS = ['{"a":', '}'] as const;

const REPLIES: readonly (readonly [what: string, reply: string, expected: string])[] = [
  ['the most header lines that are read', withHead(lines(MAX_HEADERS - 2, 'a: 1\r\n')), '200 {}'],
  ['one header line more', withHead(lines(MAX_HEADERS - 1, 'a: 1\r\n')), HEADERS],
  ['30,000 header lines', withHead(lines(30_000, 'a: 1\r\n')), HEADERS],
  ['lists of 100,000 levels', withBody(nested(100_000, LISTS)), LEVELS],
  ['objects of 100,000 levels', withBody(nested(100_000, OBJECTS)), LEVELS],
  [
    'one level too many beside an answer',
    withBody(`{"returnCode":1,"x":${nested(MOST_LEVELS, LISTS)}}`),
    LEVELS,
  ],
  ['lists that are not closed', withBody('['.repeat(100_000)), LEVELS],
];

const overPool = (url: URL): Transport => opened(url, { connections: 1 });
const overRaw = (url: URL): Transport => {
  const transport = rawTransport(linkOf({ baseUrl: url, secretStore: SECRET_STORE, settings: SETTINGS }));
  atFileEnd(() => transport.close());
  return transport;
};

describe.concurrent.each([
  ['pool', overPool],
  ['raw transport', overRaw],
] as const)('over the %s', (_, open) => {
  it.each(REPLIES)('%s', async (_what, reply, expected) => {
    const transport = open(await replyingServer(reply));
    expect(shown(await transport.send(REQUEST))).toBe(expected);
    expect(shown(await transport.send(REQUEST))).toBe(expected);
  });

  it.each([
    ['the most levels that are read', nested(MOST_LEVELS, LISTS)],
    ['brackets within strings', JSON.stringify({ a: String.raw`\"[{`.repeat(MOST_LEVELS) })],
    ['many lists beside one another', JSON.stringify(Array.from({ length: 5000 }, () => []))],
    ['text that is not JSON', `<${'['.repeat(5000)}`],
  ])('%s are read', async (_what, body) => {
    const transport = open(await replyingServer(withBody(body)));
    expect(shown(await transport.send(REQUEST))).toBe(`200 ${body}`);
  });
});

it('30,000 continued header lines also end the reading', async () => {
  const transport = overRaw(await replyingServer(withHead(`a: 1\r\n${lines(30_000, ' 1\r\n')}`)));
  expect(shown(await transport.send(REQUEST))).toBe(HEADERS);
});
