import http from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hasReached } from '../exchange.ts';
import { REQUEST } from '../test-helpers/requests.ts';
import { listening, opened, rawServer, replyingServer, shown } from '../test-helpers/servers.ts';

/** Answers the first request on each connection and calls `second` on the next. */
function closingServer(second: (socket: Socket) => void, counts: number[]): Promise<URL> {
  return rawServer((socket, index) => {
    socket.on('data', () => {
      counts[index] = (counts[index] ?? 0) + 1;
      if (counts[index] === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else second(socket);
    });
  });
}

describe.concurrent('a kept connection that is closed on the next request', () => {
  it('and ends has no effect: the request is sent again over a new one', async () => {
    const counts: number[] = [];
    const transport = opened(await closingServer((socket) => void socket.end(), counts));
    for (let i = 0; i < 4; i++) expect(shown(await transport.send(REQUEST))).toBe('200 ok');
    expect(counts).toEqual([2, 2, 2, 1]);
  });

  it('and is reset gives no reply', async () => {
    const counts: number[] = [];
    const transport = opened(await closingServer((socket) => void socket.resetAndDestroy(), counts));
    expect(shown(await transport.send(REQUEST))).toBe('200 ok');
    expect(shown(await transport.send(REQUEST))).toBe('closed: closed without a reply');
    expect(counts).toEqual([2]);
  });

  it('after a part of the reply gives no reply, and it is not sent again', async () => {
    const counts: number[] = [];
    const url = await closingServer((socket) => socket.end('HTTP/1.1 200 OK\r\n'), counts);
    const transport = opened(url);
    expect(shown(await transport.send(REQUEST))).toBe('200 ok');
    expect(shown(await transport.send(REQUEST))).toBe('closed: closed in the middle of the reply');
    expect(counts).toEqual([2]);
  });

  it('is not tried a third time', async () => {
    let requests = 0;
    const url = await rawServer((socket) => {
      socket.on('data', () => {
        requests++;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.end();
      });
    });
    const transport = opened(url);
    await transport.send(REQUEST);
    expect(shown(await transport.send(REQUEST))).toMatch(/^closed: closed without a reply/);
    expect(requests).toBe(3);
  });

  it('by a server that then exits counts as reached; later requests do not', async () => {
    const server = http.createServer((request, response) => {
      if (request.url?.endsWith('last') !== true) return void response.end('ok');
      server.close();
      server.closeAllConnections();
    });
    const transport = opened(new URL(`http://127.0.0.1:${await listening(server)}`));
    await transport.send(REQUEST);
    const last = await transport.send({ ...REQUEST, path: '/last' });
    const after = await transport.send(REQUEST);
    for (const each of [last, after]) expect(shown(each)).toMatch(/^unreachable: nothing listens/);
    expect([last, after].map(({ outcome }) => hasReached(outcome))).toEqual([true, false]);
  });
});

describe.concurrent('an outcome without a reply', () => {
  it('comes of a head over the bound, each time', async () => {
    const url = await replyingServer(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}`);
    const transport = opened(url);
    const expected = 'too-large: the head of the reply is over 262,144 bytes';
    expect(shown(await transport.send(REQUEST))).toBe(expected);
    expect(shown(await transport.send(REQUEST))).toBe(expected);
  });

  it('comes in time without an answer, and leaves the connection usable', async () => {
    let requests = 0;
    const url = await rawServer((socket) => {
      socket.on('data', () => {
        if (++requests > 1) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const transport = opened(url, { timeoutMs: 200 });
    expect(shown(await transport.send(REQUEST))).toBe('timeout: no whole reply within 200 ms');
    expect(shown(await transport.send(REQUEST))).toBe('200 ok');
  });
});

describe.concurrent('a reply', () => {
  const sized = (text: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

  it.each([
    ['at once', 1000],
    ['byte by byte', 1],
  ])('after two 100s that nothing asked for is read, also over a used connection: %s', async (_, size) => {
    let [requests, connections] = [0, 0];
    const reply = `${'HTTP/1.1 100 Continue\r\nA: b\r\n\r\n'.repeat(2)}${sized('ok')}`;
    const url = await rawServer((socket) => {
      connections += 1;
      socket.setNoDelay(true);
      const write = (at: number): void => {
        socket.write(reply.slice(at, at + size));
        if (at + size < reply.length) setTimeout(write, 1, at + size);
      };
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        if (!received.endsWith(Buffer.from(REQUEST.body ?? '').toString('latin1'))) return;
        received = '';
        requests += 1;
        write(0);
      });
    });
    const transport = opened(url);
    const [first, second] = [await transport.send(REQUEST), await transport.send(REQUEST)];
    expect([first, second].map(shown)).toEqual(['200 ok', '200 ok']);
    expect([requests, connections]).toEqual([2, 1]);
  });

  it('of 408 for the idle time has its request sent again', async () => {
    let requests = 0;
    const url = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 2)
          socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        else socket.write(sized('ok'));
      });
    });
    const transport = opened(url);
    for (let sent = 0; sent < 3; sent += 1) expect(shown(await transport.send(REQUEST))).toBe('200 ok');
    expect(requests).toBe(4);
  });
});
