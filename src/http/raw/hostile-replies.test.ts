/** Replies built to cost time or memory end with an outcome that names the exceeded bound. Those of JSON: src/http/reply-bounds.test.ts. */
import { describe, expect, it } from 'vitest';
import { MAX_HEADERS, MAX_PIECES } from '../reply-bounds.ts';
import { REQUEST } from '../test-helpers/requests.ts';
import { opened, openedRaw, replyingServer, shown } from '../test-helpers/servers.ts';

const lines = (count: number, line: string): string => line.repeat(count);
const withHead = (head: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n${head}\r\n{}`;
const withBody = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

/** A body in chunks of this many bytes each. */
const inChunks = (count: number, bytes = 1): string =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`${bytes.toString(16)}\r\n${'1'.repeat(bytes)}\r\n`.repeat(count)}0\r\n\r\n`;

const HEADERS = 'too-large: the head of the reply has more than 1,000 header lines';
const LEVELS = 'too-large: the JSON of the reply is nested deeper than 500 levels';
const PIECES = 'too-large: the reply comes in more than 100,000 pieces';
const BYTES = 'too-large: the body of the reply is over 4,194,304 bytes';

const REPLIES: readonly (readonly [what: string, reply: string, expected: string])[] = [
  ['the most header lines that are read', withHead(lines(MAX_HEADERS - 2, 'a: 1\r\n')), '200 {}'],
  ['one header line more', withHead(lines(MAX_HEADERS - 1, 'a: 1\r\n')), HEADERS],
  ['lists of 100,000 levels', withBody(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`), LEVELS],
  ['100,000 chunks of a byte', inChunks(MAX_PIECES + 1), PIECES],
  ['chunks of 64 kB without end', inChunks(100, 65_536), BYTES],
];

describe.concurrent.each([
  ['pool', opened],
  ['raw transport', openedRaw],
] as const)('over the %s', (_, open) => {
  it.each(REPLIES)('%s', async (_what, reply, expected) => {
    const transport = open(await replyingServer(reply));
    expect(shown(await transport.send(REQUEST))).toBe(expected);
    expect(shown(await transport.send(REQUEST))).toBe(expected);
  });
});
