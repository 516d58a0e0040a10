/** Wire faults besides a reply are part of the exchange, over the pool and over a separate connection. */
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Exchange, Transport } from './exchange.ts';
import type { Request } from './request.ts';
import { REQUEST } from './test-helpers/requests.ts';
import { freePort, opened, openedRaw, rawServer, replyingServer, shown } from './test-helpers/servers.ts';

const overPool = (url: URL, timeoutMs = 5000): Transport => opened(url, { connections: 1, timeoutMs });
const overRaw = (url: URL, timeoutMs = 5000): Transport => openedRaw(url, { timeoutMs });

const faultsOf = ({ faults = [] }: Exchange): readonly string[] =>
  faults.map(({ kind, detail }) => `${kind}: ${detail}`);

const OK = 'HTTP/1.1 200 OK\r\n';
const SIZED = `${OK}Content-Length: 2\r\n\r\nok`;
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`;
const HEAD: Request = { ...REQUEST, method: 'HEAD', body: undefined } as Request;
const LF = 'loose: lines that end in LF without CR';
const FOLD = 'loose: a folded header line';

describe.concurrent.each([
  ['pool', overPool],
  ['raw transport', overRaw],
] as const)('over the %s', (_, open) => {
  it.each<readonly [what: string, reply: string, outcome: string, faults: readonly string[]]>([
    ['a plain reply', SIZED, '200 ok', []],
    ['a reply in chunks', CHUNKED, '200 ok', []],
    ['a reply without a reason', `HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok`, '200 ok', []],
    ['interim replies', `${`HTTP/1.1 103 Hints\r\nA: b\r\n\r\n`.repeat(9)}${SIZED}`, '200 ok', []],
    ['an unrequested 100', `HTTP/1.1 100 Continue\r\n\r\n${SIZED}`, '200 ok', []],
    ['the same length twice', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`, '200 ok', []],
    ['empty lines after the reply', `${SIZED}\r\n\r\n`, '200 ok', []],
    ['a 408 after the reply', `${SIZED}HTTP/1.1 408 Request Timeout\r\n\r\n`, '200 ok', []],
    ['a body up to the close', `${OK}\r\nokay`, '200 okay', []],
    ['one byte after the reply', `${SIZED}!`, '200 ok', ['stray-bytes: 1 byte behind the end of the reply']],
    [
      'bytes after the chunks',
      `${CHUNKED}more`,
      '200 ok',
      ['stray-bytes: 4 bytes behind the end of the reply'],
    ],
    [
      'a second reply after the first',
      `${SIZED}${SIZED}`,
      '200 ok',
      ['stray-bytes: a second reply behind the end of the reply'],
    ],
    [
      'a body that is longer than its length',
      `${OK}Content-Length: 1\r\n\r\nok`,
      '200 o',
      ['stray-bytes: 1 byte behind the end of the reply'],
    ],
    ['a head whose lines end in LF', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', '200 ok', [LF]],
    ['one header line that ends in LF', `${OK}A: b\nContent-Length: 2\r\n\r\nok`, '200 ok', [LF]],
    ['a folded header line', `${OK}A: b\r\n c\r\nContent-Length: 2\r\n\r\nok`, '200 ok', [FOLD]],
    ['no reply', '', 'closed: closed without a reply', []],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n', 'not-http: the reply does not begin with HTTP/', []],
    [
      'two lengths',
      `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`,
      'not-http: the reply has several different Content-Lengths',
      [],
    ],
  ])('%s', async (_what, reply, outcome, faults) => {
    let requests = 0;
    const url = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        socket.end(reply, 'latin1');
      });
    });
    const exchange = await open(url).send(REQUEST);
    expect(shown(exchange)).toBe(outcome);
    expect(faultsOf(exchange)).toEqual(faults);
    expect(requests).toBe(1);
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

  it('a body after the head of a reply to HEAD', async () => {
    const exchange = await open(await replyingServer(SIZED)).send(HEAD);
    expect(shown(exchange)).toBe('200 ');
    expect(faultsOf(exchange)).toEqual([
      'stray-bytes: 2 bytes behind the end of the reply to a HEAD, which has no body',
    ]);
  });

  it('a length that complete JSON cannot reach is distinguished from a slow reply', async () => {
    const short = await replyingServer(`${OK}Content-Length: 9\r\n\r\n{"a":1}`, { ends: false });
    expect(shown(await open(short, 300).send(REQUEST))).toBe(
      'not-http: the Content-Length of the reply promises 9 bytes, and its JSON ends after 7',
    );
    const slow = await replyingServer(`${OK}Content-Length: 9\r\n\r\n{"a":1`, { ends: false });
    expect(shown(await open(slow, 300).send(REQUEST))).toBe('timeout: no whole reply within 300 ms');
  });

  it.each([
    ['a head', `${OK}A: `, 'b'],
    ['a body without an end', `${OK}\r\n`, ' '],
    ['interim replies without an end', '', 'HTTP/1.1 103 Hints\r\n\r\n'],
  ])('%s that trickles in ends with the timeout', async (_what, first, drop) => {
    const url = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write(first);
        const timer = setInterval(() => socket.write(drop), 5);
        socket.once('close', () => clearInterval(timer));
      });
    });
    const exchange = await open(url, 100).send(REQUEST);
    expect(shown(exchange)).toBe('timeout: no whole reply within 100 ms');
  });
});

/** Answers each request; `then` is called with the socket and the number of its requests so far. */
function answering(then: (socket: Socket, count: number) => void): Promise<URL> {
  return rawServer((socket) => {
    let count = 0;
    socket.on('data', () => {
      count += 1;
      socket.write(SIZED);
      then(socket, count);
    });
  });
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe.concurrent('bytes on an idle connection', () => {
  it.each<readonly [what: string, bytes: string, faults: readonly string[]]>([
    ['a reply', SIZED, ['stray-bytes: a reply on a connection without a request under way']],
    ['other bytes', 'hello', ['stray-bytes: 5 bytes on a connection without a request under way']],
    ['empty lines', '\r\n', []],
    ['a 408', 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n', []],
  ])('%s: reported once, with the next exchange', async (_, bytes, faults) => {
    const url = await answering((socket, count) => {
      if (count === 1) setTimeout(() => socket.write(bytes), 10);
    });
    const transport = overPool(url);
    expect(faultsOf(await transport.send(REQUEST))).toEqual([]);
    await pause(50);
    const exchange = await transport.send(REQUEST);
    expect(shown(exchange)).toBe('200 ok');
    expect(faultsOf(exchange)).toEqual(faults);
    expect(faultsOf(await transport.send(REQUEST))).toEqual([]);
  });
});

/** Closes the connection on some requests, chosen by number; `lines` are header lines of each reply. */
function hangingUp(on: (request: number) => boolean, lines = ''): Promise<URL> {
  let requests = 0;
  return rawServer((socket) => {
    socket.on('data', () => {
      requests += 1;
      if (on(requests)) socket.end();
      else socket.write(`${OK}${lines}Content-Length: 2\r\n\r\nok`);
    });
  });
}

describe.concurrent('a connection that is closed on a request', () => {
  it('is reported if another was kept for longer', async () => {
    const transport = overPool(await hangingUp((request) => request === 4));
    await transport.send(REQUEST);
    await pause(400);
    const faults: string[] = [];
    for (let sent = 0; sent < 4; sent += 1) {
      const exchange = await transport.send(REQUEST);
      expect(shown(exchange)).toBe('200 ok');
      faults.push(...faultsOf(exchange));
    }
    expect(faults).toEqual([expect.stringMatching(/^hung-up: a connection that was idle for less than/)]);
    expect(faults[0]).toContain('others were kept for');
  });

  it('is reported as soon as a later one is kept for longer', async () => {
    const transport = overPool(await hangingUp((request) => request === 3));
    const exchanges: Exchange[] = [];
    for (let sent = 0; sent < 8; sent += 1) exchanges.push(await transport.send(REQUEST));
    expect(new Set(exchanges.map(shown))).toEqual(new Set(['200 ok']));
    expect(exchanges.flatMap(faultsOf)).toHaveLength(1);
  });

  it('is reported if the server announced to keep it', async () => {
    const url = await hangingUp((request) => request === 2, 'Keep-Alive: timeout=60\r\n');
    const transport = overPool(url);
    await transport.send(REQUEST);
    const exchange = await transport.send(REQUEST);
    expect(shown(exchange)).toBe('200 ok');
    expect(faultsOf(exchange)).toEqual([
      expect.stringMatching(/^hung-up: .*; the server announced to keep it for 60000 ms$/),
    ]);
  });

  it('is not reported if connections are never kept', async () => {
    const transport = overPool(await hangingUp((request) => request % 2 === 0));
    for (let sent = 0; sent < 4; sent += 1) {
      const exchange = await transport.send(REQUEST);
      expect(shown(exchange)).toBe('200 ok');
      expect(faultsOf(exchange)).toEqual([]);
    }
  });

  it('twice gives no reply, and the first fault is still reported', async () => {
    const url = await hangingUp((request) => request > 1, 'Keep-Alive: timeout=60\r\n');
    const transport = overPool(url);
    await transport.send(REQUEST);
    const exchange = await transport.send(REQUEST);
    expect(shown(exchange)).toMatch(/^closed: closed without a reply/);
    expect(faultsOf(exchange)).toHaveLength(1);
  });

  it('after a 408 for its idle time has its request sent again', async () => {
    let requests = 0;
    const url = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 2)
          socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        else socket.write(SIZED);
      });
    });
    const transport = overPool(url);
    for (let sent = 0; sent < 3; sent += 1) {
      const exchange = await transport.send(REQUEST);
      expect([shown(exchange), faultsOf(exchange)]).toEqual(['200 ok', []]);
    }
    expect(requests).toBe(4);
  });
});
