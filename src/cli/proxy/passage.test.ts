/** What passes through is what arrives without it; and what is read on the way is what the upstream reads. */
import fc from 'fast-check';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { eventuallyHolds } from '../../../test/test-helpers/property.ts';
import { listening, rawServer } from '../../http/test-helpers/servers.ts';
import { KeptMessage } from './kept-message.ts';
import { passing, released, spoken, type Passing } from '../test-helpers/passing.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A server of node:http that notes each whole request, and answers in one of several framings. */
async function noting() {
  const seen: Seen[] = [];
  const server = http.createServer({ requireHostHeader: false, keepAliveTimeout: 0 }, (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('latin1')));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      seen.push({ method, url, rawHeaders, body });
      response.sendDate = false;
      if (body.length % 3 === 1) response.write('a part, ');
      if (body.length % 3 === 2) response.writeHead(204);
      response.end(body.length % 3 === 2 ? undefined : `${method} ${url} ${body.length}`);
    });
  });
  const port = await listening(server);
  return { port, seen, url: `http://127.0.0.1:${port}` };
}

const words = fc.constantFrom('a', 'X-Odd', 'accept', 'Cookie', 'TE', 'X-A');
const values = fc.constantFrom('', 'x', ' padded ', 'caf\xe9', 'a, b', '0');
const bodies = fc.constantFrom(
  '',
  'x',
  '{"a":1}',
  'GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n',
  '0\r\n\r\n',
  'y'.repeat(5000),
);

/** A body in chunks of these sizes. */
const inChunks = (body: string, size: number, extension: string, trailer: string): string =>
  [...(body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []), '']
    .map((part) => `${part.length.toString(16)}${extension}\r\n${part}${part === '' ? trailer : '\r\n'}`)
    .join('');

const requestOf = (method: string, lines: readonly string[], body: string): string =>
  `${[`${method} /p?q=1 HTTP/1.1`, 'Host: h', ...lines].join('\r\n')}\r\n\r\n${body}`;

const sound = fc
  .record({
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    headers: fc.array(fc.tuple(words, values), { maxLength: 4 }),
    body: bodies,
    framing: fc.constantFrom('length', 'chunks', 'chunk extensions', 'trailers'),
    size: fc.constantFrom(1, 7, 4096),
  })
  .map(({ method, headers, body, framing, size }) => {
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    if (framing === 'length') return requestOf(method, [...lines, `content-LENGTH: ${body.length}`], body);
    const extension = framing === 'chunk extensions' ? ';a=b' : '';
    const trailer = framing === 'trailers' ? 'X-Trailer: x\r\n\r\n' : '\r\n';
    return requestOf(
      method,
      [...lines, 'Transfer-Encoding: chunked'],
      inChunks(body, size, extension, trailer),
    );
  });

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n';
const CHUNKED = 'Transfer-Encoding: chunked';
const LENGTH = `Content-Length: ${SMUGGLED.length}`;

/** Requests of which two servers may make different things. */
const HOSTILE: Readonly<Record<string, string>> = {
  'length and chunks': requestOf('POST', [LENGTH, CHUNKED], `0\r\n\r\n${SMUGGLED}`),
  'chunks and length': requestOf('POST', [CHUNKED, 'Content-Length: 4'], `0\r\n\r\n${SMUGGLED}`),
  'two lengths': requestOf('POST', ['Content-Length: 0', LENGTH], SMUGGLED),
  'the same length twice': requestOf('POST', [LENGTH, LENGTH], SMUGGLED),
  'a list of lengths': requestOf('POST', [`${LENGTH}, ${SMUGGLED.length}`], SMUGGLED),
  'a length with a sign': requestOf('POST', [`Content-Length: +${SMUGGLED.length}`], SMUGGLED),
  'a length below zero': requestOf('POST', ['Content-Length: -1'], SMUGGLED),
  'a length in hexadecimal': requestOf('POST', ['Content-Length: 0x10'], SMUGGLED),
  'another coding': requestOf('POST', ['Transfer-Encoding: xchunked', LENGTH], SMUGGLED),
  'two codings': requestOf('POST', ['Transfer-Encoding: gzip, chunked'], `0\r\n\r\n${SMUGGLED}`),
  'a coding twice': requestOf('POST', [CHUNKED, 'Transfer-Encoding: identity'], `0\r\n\r\n${SMUGGLED}`),
  'a blank before the colon': requestOf(
    'POST',
    ['Transfer-Encoding : chunked', LENGTH],
    `0\r\n\r\n${SMUGGLED}`,
  ),
  'a tab in front of a name': requestOf('POST', ['X: y', '\tTransfer-Encoding: chunked', LENGTH], SMUGGLED),
  'a folded header': requestOf('POST', ['X: y\r\n z', LENGTH], SMUGGLED),
  'a bare LF in a head': requestOf('POST', [`X: y\nContent-Length: 3`], `abc${SMUGGLED}`),
  'a bare CR in a head': requestOf('POST', [`X: y\rContent-Length: 3`], `abc${SMUGGLED}`),
  'a NUL in a head': requestOf('POST', [`X: y\0z`, LENGTH], SMUGGLED),
  'a control in a coding': requestOf('POST', ['Transfer-Encoding: \x0bchunked', LENGTH], SMUGGLED),
  'a size that is no number': requestOf('POST', [CHUNKED], `xyz\r\n${SMUGGLED}`),
  'a size with a sign': requestOf('POST', [CHUNKED], `+3\r\nabc\r\n0\r\n\r\n${SMUGGLED}`),
  'a size beyond all bounds': requestOf('POST', [CHUNKED], `ffffffffffffffff0\r\nabc${SMUGGLED}`),
  'a size behind a LF': requestOf('POST', [CHUNKED], `3\nabc\r\n0\r\n\r\n${SMUGGLED}`),
  'a chunk beyond its size': requestOf('POST', [CHUNKED], `3\r\nabcd\r\n0\r\n\r\n${SMUGGLED}`),
  'a LF in an extension': requestOf('POST', [CHUNKED], `3;a\nb\r\nabc\r\n0\r\n\r\n${SMUGGLED}`),
  'a length in a trailer': requestOf('POST', [CHUNKED], `0\r\n${LENGTH}\r\n\r\n${SMUGGLED}`),
  'chunks in HTTP/1.0': requestOf('POST', [CHUNKED], `0\r\n\r\n${SMUGGLED}`).replace('1.1', '1.0'),
  'no version': SMUGGLED.replace(' HTTP/1.1', ''),
  'blanks in the target': SMUGGLED.replace('/smuggled', '/a b'),
  'an empty line first': `\r\n${SMUGGLED}`,
  'no HTTP at all': '\0\x01\x02 this is not HTTP\r\n\r\n',
  'a head that never ends': 'POST / HTTP/1.1\r\nHost: h\r\nX: y',
};

/** What a stream comes to at the upstream and at the client, with the proxy between or not. */
async function both(pieces: readonly string[]) {
  const [direct, behind] = [await noting(), await noting()];
  const through = await passing(behind.url);
  const replies = await Promise.all([spoken(direct.port, pieces), spoken(through.port, pieces)]);
  return { direct, behind, through, replies };
}

/** A text cut at these places. */
const cutAt = (text: string, places: readonly number[]): readonly string[] =>
  [0, ...places.toSorted((a, b) => a - b)].map((from, at, all) =>
    text.slice(from, all[at + 1] ?? text.length),
  );

/** Checks that the upstream read nothing else than what was read on the way, as far as that goes. */
function readAlike({ exchanges, unread }: Passing, seen: readonly Seen[]): void {
  const claimed = exchanges
    .filter(({ request }) => request.isWhole)
    .map(({ method, target, request }) => ({
      method,
      url: target,
      rawHeaders: request.headers.flat(),
      body: request.body?.toString('latin1') ?? '',
    }));
  const most = Math.min(claimed.length, seen.length);
  expect(claimed.slice(0, most)).toEqual(seen.slice(0, most));
  // The upstream may refuse what was read; it never sees more.
  if (unread.length === 0) expect(seen.length).toBeLessThanOrEqual(claimed.length);
}

/** Checks that both ends see the same as without the proxy. */
async function check(pieces: readonly string[]): Promise<void> {
  const { direct, behind, through, replies } = await both(pieces);
  expect(behind.seen).toEqual(direct.seen);
  expect(replies[1]).toBe(replies[0]);
  readAlike(through, behind.seen);
  expect(released(through)).toBe(0);
}

describe('what passes through', () => {
  it('is what arrives without it, however it is framed and cut, and is read as the upstream reads it', async () => {
    const streams = fc
      .tuple(fc.array(sound, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(3000), { maxLength: 6 }))
      .map(([requests, places]) => cutAt(requests.join(''), places));
    await eventuallyHolds(fc.asyncProperty(streams, check), 60);
  });

  it.each(Object.entries(HOSTILE))(
    'stays the same with %s, and nothing that follows is misread',
    async (_, text) => {
      await check([text]);
      // Behind another request the replies depend on what comes first.
      const first = requestOf('POST', ['Content-Length: 1'], 'x');
      const { behind, through } = await both([first, text, SMUGGLED]);
      readAlike(through, behind.seen);
    },
  );

  it.each(['Transfer_Encoding: chunked', 'content_length: 3'])(
    'is not read any more from a request with %s, which some servers take for a header of framing',
    async (line) => {
      const { through } = await both([requestOf('POST', [line, LENGTH], SMUGGLED), SMUGGLED]);
      expect(through.unread).toHaveLength(1);
      expect(through.exchanges).toEqual([]);
    },
  );

  it('is read alike in one piece and byte by byte', async () => {
    const text = [requestOf('POST', [CHUNKED], inChunks('hello', 2, ';x', 'A: b\r\n\r\n')), SMUGGLED].join(
      '',
    );
    await check([text]);
    await check(Array.from(text));
  });
});

it('a body that is kept holds on to its own bytes alone, not to the piece off the wire that they came in', () => {
  const kept = new KeptMessage({ left: 10_000 }, [], 1000);
  const piece = Buffer.from('a chunk, and its long extension');
  kept.add(piece.subarray(0, 7));
  piece.fill('x');
  expect(String(kept.body)).toBe('a chunk');
});

describe('a request that names the proxy', () => {
  it('names the upstream instead, in its place and spelling', async () => {
    const { url, seen } = await noting();
    const { port } = await passing(url);
    const { host } = new URL(url);
    const named = `GET http://localhost:${port}/a HTTP/1.1\r\nX: y\r\nhOST:  127.0.0.1:${port} \r\nConnection: close\r\n\r\n`;
    await spoken(port, [named]);
    expect(seen).toMatchObject([
      { url: `${url}/a`, rawHeaders: ['X', 'y', 'hOST', host, 'Connection', 'close'] },
    ]);
  });

  it('by another name or port is left as it is', async () => {
    const { url, seen } = await noting();
    const { port } = await passing(url);
    for (const name of ['other.example', '127.0.0.1:1', 'localhost'])
      await spoken(port, [`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`]);
    expect(seen.map(({ rawHeaders }) => rawHeaders[1])).toEqual([
      'other.example',
      '127.0.0.1:1',
      'localhost',
    ]);
  });
});

describe('a reply', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';

  /** What an upstream that answers with these bytes, and then ends or resets, comes to. */
  async function answered(reply: string, { method = 'GET', resets = false } = {}) {
    const upstream = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        // Right behind the data, Node would take a reset for the end.
        const reset = (): void => void setTimeout(() => socket.resetAndDestroy(), 20);
        socket.write(reply, 'latin1', () => void (resets ? reset() : socket.end()));
      });
    }, true);
    const through = await passing(upstream);
    const text = await spoken(through.port, [GET.replace('GET', method)], false);
    await expect.poll(() => through.exchanges.length + through.unread.length).toBeGreaterThan(0);
    return { text, through };
  }

  it.each([
    ['with a length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', 'ok'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'ok'],
    ['to the end', 'HTTP/1.0 200\r\nServer: old\r\n\r\nok', 'ok'],
    [
      'behind interim ones',
      'HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      'ok',
    ],
    ['of 204', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['of 304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', ''],
  ])('%s is passed on, and read', async (_, reply, body) => {
    const { text, through } = await answered(reply);
    expect(text).toBe(reply);
    const [exchange] = through.exchanges;
    const { message } = exchange?.reply ?? {};
    expect([message?.isWhole, String(message?.body), exchange?.cutBy]).toEqual([true, body, undefined]);
  });

  it('to HEAD has no body, whatever its length', async () => {
    const { through } = await answered('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', { method: 'HEAD' });
    expect(through.exchanges).toMatchObject([{ reply: { message: { isWhole: true, size: 0 } } }]);
  });

  it.each([
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a folded header', 'HTTP/1.1 200 OK\r\nX: y\r\n z\r\nContent-Length: 2\r\n\r\nok'],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['a flood of headers', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(2000)}\r\n`],
    ['an endless head', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(300_000)}`],
    ['more than was asked for', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n'],
  ])('with %s is passed on as it is, and not read', async (_, reply) => {
    const { text, through } = await answered(reply);
    expect(text).toBe(reply);
    expect(through.unread).toHaveLength(1);
    expect(released(through)).toBe(0);
  });

  it('has bytes behind it, which are no head, and wait for no end of a line', async () => {
    const reply = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na body';
    const upstream = await rawServer((socket) => void socket.once('data', () => socket.write(reply)));
    const through = await passing(upstream);
    const client = net.connect(through.port, '127.0.0.1');
    let text = '';
    client.on('data', (part) => (text += part.toString('latin1')));
    client.write(GET.replace('GET', 'HEAD'));
    await expect.poll(() => text).toBe(reply);
    client.destroy();
  });

  it('that is cut by a reset is cut for the client, and is no reply', async () => {
    const { text, through } = await answered('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', {
      resets: true,
    });
    expect(text).toMatch(/reset$/);
    expect(through.exchanges).toMatchObject([{ cutBy: 'backend', reply: { message: { isWhole: false } } }]);
  });
});

const upgrading = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n';
it.each([
  ['CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n', 'HTTP/1.1 405 ', 'no tunnels (CONNECT)'],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/1.1 400 ', 'this is HTTP/2'],
  [
    `GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n`,
    'HTTP/1.1 501 ',
    'changed to another protocol',
  ],
])('%j is refused, and the reply says why', async (request, status, why) => {
  const upstream = await rawServer((socket) => void socket.once('data', () => socket.write(upgrading)));
  const { port, failed } = await passing(upstream);
  const text = await spoken(port, [request]);
  expect(text).toContain(status);
  expect(text).toContain(why);
  expect(failed).toEqual([expect.stringContaining(why)]);
});

describe('a client', () => {
  it('that goes away in the middle of its request takes the upstream along, and leaves an exchange without a reply', async () => {
    let closed = (): void => {};
    const isClosed = new Promise<void>((done) => (closed = done));
    const upstream = await rawServer((socket) => {
      socket.on('error', () => {}).on('data', () => {});
      socket.on('close', closed);
    });
    const through = await passing(upstream);
    const client = net.connect(through.port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc', () =>
      client.resetAndDestroy(),
    );
    await isClosed;
    await expect.poll(() => through.exchanges.length).toBe(1);
    expect(through.exchanges).toMatchObject([
      { cutBy: undefined, request: { isWhole: false }, reply: undefined },
    ]);
  });

  it('that waits for no reply is passed on, and not read, beyond a number of requests', async () => {
    const sent = SMUGGLED.repeat(1200);
    let bytes = 0;
    const upstream = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (part) => (bytes += part.length));
    });
    const through = await passing(upstream);
    const client = net.connect(through.port, '127.0.0.1');
    client.write(sent);
    await expect.poll(() => bytes).toBe(sent.length);
    expect(through.unread).toEqual(['a request: too many before it wait for their replies']);
    client.resetAndDestroy();
    await expect.poll(() => through.exchanges.length).toBe(1000);
    expect(released(through)).toBe(0);
  });

  it('is not read on while the upstream takes nothing, and what is kept stays within the room', async () => {
    const upstream = await rawServer((socket) => void socket.pause());
    const through = await passing(upstream);
    const client = net.connect(through.port, '127.0.0.1');
    client.on('error', () => {});
    const size = 200_000_000;
    client.write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${size}\r\n\r\n`);
    const piece = Buffer.alloc(1_048_576);
    while (client.writableLength < size / 10) client.write(piece);
    // What the systems' buffers hold is far less than what is sent.
    await expect.poll(() => client.bytesWritten - client.writableLength).toBeGreaterThan(0);
    expect(client.writableLength).toBeGreaterThan(1_048_576);
    expect(through.room.left).toBeGreaterThan(0);
    client.destroy();
  });
});
