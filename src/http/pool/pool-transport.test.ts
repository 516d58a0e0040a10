import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { replyHeader } from '../exchange.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';
import { REQUEST } from '../test-helpers/requests.ts';
import { notingServer, opened, rawServer, replyingServer, shown } from '../test-helpers/servers.ts';

const withHeaders = (...headers: (readonly [string, string])[]) => ({ ...REQUEST, headers });

describe.concurrent('a request', () => {
  it('arrives unchanged with its secrets, and its exchange holds the reply', async () => {
    const { url, received } = await notingServer();
    const exchange = await opened(url).send(REQUEST);
    expect(shown(exchange)).toBe('200 ok');
    expect(exchange.request).toBe(REQUEST);
    expect(exchange.ms).toBeGreaterThan(0);
    expect(exchange.outcome.kind === 'reply' && replyHeader(exchange.outcome, 'x-reply')).toBe('yes');
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: REQUEST.path,
      version: '1.1',
      body: REQUEST.body,
    });
    expect(received[0]?.rawHeaders).toEqual([
      'host',
      url.host,
      'connection',
      'keep-alive',
      'Content-Type',
      'application/json',
      'Secret-Key',
      'k7Fq2LmZ9xT4',
      'content-length',
      '23',
    ]);
  });

  it.each(['/base', '/base/', '/a/b//'])('keeps the path %s of the base URL', async (path) => {
    const { url, received } = await notingServer();
    await opened(new URL(path, url)).send(REQUEST);
    expect(received[0]?.url).toBe(path.replace(/\/+$/, '') + REQUEST.path);
  });

  it('gets the headers of the settings that it lacks', async () => {
    const { url, received } = await notingServer();
    const headers = [
      ['X-Gateway', { secret: 'player' }],
      ['secret-KEY', 'never'],
      ['CONTENT-TYPE', 'text/plain'],
    ] as const;
    await opened(url, { headers }).send(REQUEST);
    expect(received[0]?.rawHeaders.slice(4, 10)).toEqual([
      'Content-Type',
      'application/json',
      'Secret-Key',
      'k7Fq2LmZ9xT4',
      'X-Gateway',
      'k7Fq2LmZ9xT4',
    ]);
  });

  it.each([
    ['a blank before', ' x'],
    ['a blank after', 'x '],
    ['a tab around', '\tx\t'],
    ['nothing', ''],
    ['a blank', ' '],
    ['latin1', 'caf\xe9'],
    ['more than latin1', 'ключ'],
    ['a control character', 'a\x01b'],
  ])('keeps a header value with %s, byte for byte', async (_, value) => {
    const heads: string[] = [];
    const url = await rawServer((socket) => {
      socket.once('data', (chunk) => {
        heads.push(chunk.toString('latin1'));
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    expect(shown(await opened(url).send(withHeaders(['X-Odd', value])))).toBe('200 ok');
    const sent = value === 'ключ' ? Buffer.from(value).toString('latin1') : value;
    expect(heads[0]).toContain(`\r\nX-Odd: ${sent}\r\n`);
  });

  it('may repeat a header', async () => {
    const { url, received } = await notingServer();
    await opened(url).send(withHeaders(['Secret-Key', 'a'], ['secret-key', 'b'], ['Secret-Key', 'c']));
    expect(received[0]?.rawHeaders.slice(4, 10)).toEqual([
      'Secret-Key',
      'a',
      'secret-key',
      'b',
      'Secret-Key',
      'c',
    ]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'post', 'BREW'])(
    'may have the method %s',
    async (method) => {
      const seen: string[] = [];
      const url = await rawServer((socket) => {
        socket.once('data', (chunk) => {
          seen.push(chunk.toString('latin1').split(' ')[0] ?? '');
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${method === 'HEAD' ? '' : 'ok'}`);
        });
      });
      expect(shown(await opened(url).send({ ...REQUEST, method }))).toBe(
        method === 'HEAD' ? '200 ' : '200 ok',
      );
      expect(seen).toEqual([method]);
    },
  );

  it('of POST without a body has Content-Length: 0', async () => {
    const { url, received } = await notingServer();
    await opened(url).send({ ...REQUEST, body: undefined });
    expect(received[0]?.rawHeaders.slice(-2)).toEqual(['content-length', '0']);
  });
});

describe.concurrent('connections', () => {
  it('are kept, and as many as requests go at once', async () => {
    const { url, received } = await notingServer();
    const transport = opened(url);
    for (let round = 0; round < 10; round += 1) {
      const exchanges = await Promise.all([1, 2, 3].map(() => transport.send(REQUEST)));
      expect(exchanges.map(shown)).toEqual(exchanges.map(() => '200 ok'));
    }
    expect(new Set(received.map(({ from }) => from)).size).toBe(3);
  });

  it('of a single-connection transport belongs to its caller until it is closed', async () => {
    const { url, received } = await notingServer();
    const transport = opened(url);
    await transport.send(REQUEST);
    const single = transport.single();
    for (let sent = 0; sent < 3; sent += 1) {
      await single.send(REQUEST);
      await transport.send({ ...REQUEST, path: '/other' });
    }
    await single.close();
    await Promise.all([transport.send(REQUEST), transport.send(REQUEST)]);
    const used = (other: boolean) =>
      new Set(
        received.slice(1, 7).flatMap(({ url: path, from }) => ((path === '/other') === other ? from : [])),
      );
    const [[own], [others]] = [[...used(false)], [...used(true)]];
    expect([used(false).size, used(true).size]).toEqual([1, 1]);
    expect(own).not.toBe(others);
    // Given back, it serves all: nothing new is opened.
    expect(new Set(received.map(({ from }) => from))).toEqual(new Set([own, others]));
  });

  it('are not used up by requests that undici refuses', async () => {
    const { url } = await notingServer();
    const transport = opened(url);
    const odd = [
      withHeaders(['X-Odd', 'a\nX-Injected: b']),
      withHeaders(['Bad Name', 'a']),
      { ...REQUEST, path: '/with blank' },
      { ...REQUEST, method: 'BAD METHOD' },
      withHeaders(['Proxy-Authorization', 'x']),
      withHeaders(['Expect', '100-continue']),
    ];
    for (const request of odd) expect((await transport.send(request)).outcome.kind).toBe('reply');
    expect(shown(await transport.send(REQUEST))).toBe('200 ok');
  });

  it('survive redirects, which are not followed', async () => {
    const url = await replyingServer(
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n',
    );
    expect(shown(await opened(url).send(REQUEST))).toBe('302 ');
  });
});

it('has its reply, also where this process was busy until the time-out', async () => {
  const server = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok')));
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  atFileEnd(() => server.terminate());
  const [port] = (await once(server, 'message')) as [number];
  const transport = opened(`http://127.0.0.1:${port}`, { timeoutMs: 200 });
  // Opens the connection, so that the next request is written at once.
  await transport.send(REQUEST);
  const sent = transport.send(REQUEST);
  await setImmediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  expect(shown(await sent)).toBe('200 ok');
});
