/** What comes of a request, over the pool and over a connection of its own. */
import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Transport } from './exchange.ts';
import type { HttpSettings } from './link.ts';
import { REQUEST } from './test-helpers/requests.ts';
import { freePort, opened, openedRaw, rawServer, replyingServer, shown } from './test-helpers/servers.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const SIZED = `${OK}Content-Length: 2\r\n\r\nok`;
const NO_START = 'not-http: the reply does not begin with HTTP/';

describe.concurrent.each<readonly [string, (url: URL, settings?: Partial<HttpSettings>) => Transport]>([
  ['pool', opened],
  ['raw transport', openedRaw],
])('over the %s', (_, open) => {
  it.each([
    ['a plain reply', SIZED, '200 ok'],
    ['a reply in chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`, '200 ok'],
    ['a reply without a reason', `HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok`, '200 ok'],
    ['interim replies', `${`HTTP/1.1 103 Hints\r\nA: b\r\n\r\n`.repeat(9)}${SIZED}`, '200 ok'],
    ['empty lines around the reply', `\r\n${SIZED}\r\n\r\n`, '200 ok'],
    ['a 408 after the reply', `${SIZED}HTTP/1.1 408 Request Timeout\r\n\r\n`, '200 ok'],
    ['a body up to the close', `${OK}\r\nokay`, '200 okay'],
    ['bytes behind the reply', `${SIZED}more`, '200 ok'],
    ['no reply', '', 'closed: closed without a reply'],
    ['a part of the head', `${OK}Content-`, 'closed: closed in the middle of the reply'],
    ['a part of the body', `${OK}Content-Length: 9\r\n\r\nok`, 'closed: closed in the middle of the reply'],
    [
      'a part of the last body',
      `${OK}Connection: close\r\nContent-Length: 9\r\n\r\nok`,
      'closed: closed in the middle of the reply',
    ],
    [
      'a part of the last chunks',
      `${OK}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n`,
      'closed: closed in the middle of the reply',
    ],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n', NO_START],
    [
      'TLS',
      '\x15\x03\x01\x00\x02\x02\x46',
      'not-http: TLS came where HTTP was expected: the target speaks https there',
    ],
    [
      'a chunk without a size',
      `${OK}Transfer-Encoding: chunked\r\n\r\nok\r\n`,
      'not-http: the reply is not HTTP/1.1: Invalid character in chunk size',
    ],
    [
      'a line that is no header',
      `${OK}A: b\r\nno header\r\nContent-Length: 2\r\n\r\nok`,
      'not-http: the head of the reply has a line that is no header: no header',
    ],
  ])('%s', async (_what, reply, expected) => {
    let requests = 0;
    const url = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        socket.end(reply, 'latin1');
      });
    });
    expect(shown(await open(url).send(REQUEST))).toBe(expected);
    expect(requests).toBe(1);
  });

  it('contradicting lengths are no HTTP', async () => {
    const url = await replyingServer(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`);
    expect(shown(await open(url).send(REQUEST))).toMatch(/^not-http: .* Content-Length/);
  });

  it('names the address where nothing listens, for all concurrent requests', async () => {
    const port = await freePort();
    const transport = open(new URL(`http://127.0.0.1:${port}`));
    const exchanges = await Promise.all(Array.from({ length: 20 }, () => transport.send(REQUEST)));
    const nothing = `unreachable: nothing listens on 127.0.0.1:${port}`;
    expect(new Set(exchanges.map(shown))).toEqual(new Set([nothing]));
  });

  it('ends when the run is aborted before or during a request, and when the transport is closed', async () => {
    const transport = open(await rawServer(() => {}));
    const run = new AbortController();
    setMaxListeners(0, run.signal);
    const sent = [
      transport.send(REQUEST, AbortSignal.abort()),
      ...Array.from({ length: 30 }, () => transport.send(REQUEST, run.signal)),
    ];
    setTimeout(() => run.abort(), 10);
    const aborted = await Promise.all(sent);
    const left = [transport.send(REQUEST), transport.send({ ...REQUEST, wire: 'chunked' })];
    setTimeout(() => void transport.close(), 10);
    const exchanges = [...aborted, ...(await Promise.all(left)), await transport.send(REQUEST)];
    expect(new Set(exchanges.map(shown))).toEqual(new Set(['aborted: the run was ended']));
  });

  it('a length that complete JSON cannot reach is distinguished from a slow reply', async () => {
    const short = await replyingServer(`${OK}Content-Length: 9\r\n\r\n{"a":1}`, { ends: false });
    expect(shown(await open(short, { timeoutMs: 300 }).send(REQUEST))).toBe(
      'not-http: the Content-Length of the reply promises 9 bytes, and its JSON ends after 7',
    );
    const slow = await replyingServer(`${OK}Content-Length: 9\r\n\r\n{"a":1`, { ends: false });
    expect(shown(await open(slow, { timeoutMs: 300 }).send(REQUEST))).toBe(
      'timeout: no whole reply within 300 ms',
    );
  });

  it.each([
    ['a head', `${OK}A: `, 'b'],
    ['a body without an end', `${OK}\r\n`, ' '],
    ['interim replies without an end', '', 'HTTP/1.1 103 Hints\r\n\r\n'],
  ])('%s that trickles in ends with the timeout, and then for good', async (_what, first, drop) => {
    const url = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write(first);
        const timer = setInterval(() => socket.write(drop), 5);
        socket.once('close', () => clearInterval(timer));
      });
    });
    const { outcome, ...exchange } = await open(url, { timeoutMs: 100 }).send(REQUEST);
    expect(shown({ outcome, ...exchange })).toBe('timeout: no whole reply within 100 ms');
    expect(outcome.kind === 'no-reply' && (await outcome.later)).toBe(false);
  });

  it('says later of a request that ran out of time whether its reply has come after all', async () => {
    const held: Socket[] = [];
    const url = await rawServer((socket) => socket.once('data', () => held.push(socket)));
    const transport = open(url, { timeoutMs: 200 });
    const [late, never] = await Promise.all([transport.send(REQUEST), transport.send(REQUEST)]);
    expect(late.ms).toBeGreaterThan(190);
    expect(late.ms).toBeLessThan(600);
    held[0]?.end(SIZED);
    held[1]?.end();
    const came = [late, never].map(({ outcome }) => outcome.kind === 'no-reply' && outcome.later);
    expect((await Promise.all(came)).toSorted()).toEqual([false, true]);
  });
});
