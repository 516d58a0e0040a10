import { describe, expect, it } from 'vitest';
import type { Request } from '../request.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../alterations/wire-alterations.ts';
import { FRAMINGS } from './framings.ts';
import { REQUEST } from '../test-helpers/requests.ts';
import { notingServer, openedRaw, rawServer, replyingServer, shown } from '../test-helpers/servers.ts';

interface Written {
  readonly text: string;
  readonly segments: number;
  readonly host: string;
}

/** Matches the last bytes of each request in these tests. */
const LAST_BYTES = /(\}|(0|;name=value|X-Trailer: x|SM|\r\n)\r\n\r\n)$/;

/** Sends a request and returns its bytes on the wire. The server replies to its last bytes, or with 'end' at the end of the stream. */
async function written(request: Request, replyTo: 'bytes' | 'end' = 'bytes'): Promise<Written> {
  const chunks: Buffer[] = [];
  const url = await rawServer((socket) => {
    const reply = () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    if (replyTo === 'end') socket.on('end', reply);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (replyTo === 'bytes' && LAST_BYTES.test(chunk.toString('latin1'))) reply();
    });
  }, true);
  expect(shown(await openedRaw(new URL('/base', url)).send(request))).toBe('200 ok');
  return { text: Buffer.concat(chunks).toString('latin1'), segments: chunks.length, host: url.host };
}

const altered = (wire: WireAlteration): Request => ({ ...REQUEST, wire });
const BODY = '{"userId":"aaaaaaaaaa"}';
const CHUNKED = { 'Content-Length: 23': 'Transfer-Encoding: chunked' };
const PATH = '/base/api/rJson/gamePlayer/client/getTag';
const plain = (host: string, changes: Readonly<Record<string, string>> = {}) => {
  const text = [
    `POST ${PATH} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    'Content-Type: application/json',
    'Secret-Key: k7Fq2LmZ9xT4',
    'Content-Length: 23',
    '',
    BODY,
  ].join('\r\n');
  return Object.entries(changes).reduce((all, [from, to]) => all.replace(from, to), text);
};

describe.concurrent('a raw request', () => {
  it('without an alteration is written in plain HTTP/1.1', async () => {
    const { text, host } = await written(REQUEST);
    expect(text).toBe(plain(host));
  });

  it('keeps its own Host, Connection and lengths', async () => {
    const { text } = await written({
      ...REQUEST,
      headers: [
        ['host', 'elsewhere'],
        ['CONNECTION', 'x'],
        ['content-length', '3'],
      ],
    });
    expect(text).toBe(
      `POST ${PATH} HTTP/1.1\r\nhost: elsewhere\r\nCONNECTION: x\r\ncontent-length: 3\r\n\r\n${BODY}`,
    );
  });

  it('writes characters beyond latin1 as UTF-8 and all others as latin1', async () => {
    const { text } = await written({
      ...REQUEST,
      method: 'P ST',
      path: '/\xe9 \x01',
      headers: [['ключ', '\xff']],
    });
    const [requestLine] = text.split('\r\n');
    expect(requestLine).toBe('P ST /base/\xe9 \x01 HTTP/1.1');
    expect(text).toContain(`\r\n${Buffer.from('ключ').toString('latin1')}: \xff\r\n`);
  });

  const expected: Readonly<Record<WireAlteration, (text: string, host: string) => void>> = {
    chunked: (text, host) => {
      const framed = '7\r\n{"userI\r\n7\r\nd":"aaa\r\n7\r\naaaaaaa\r\n2\r\n"}\r\n0\r\n\r\n';
      expect(text).toBe(plain(host, { 'Content-Length: 23': 'Transfer-Encoding: chunked', [BODY]: framed }));
    },
    'chunk-bytes': (text, host) => {
      const framed = [...BODY].map((byte) => `1\r\n${byte}\r\n`).join('');
      expect(text).toBe(plain(host, { ...CHUNKED, [BODY]: `${framed}0\r\n\r\n` }));
    },
    'one-chunk': (text, host) =>
      expect(text).toBe(plain(host, { ...CHUNKED, [BODY]: `017\r\n${BODY}\r\n0\r\n\r\n` })),
    'chunk-extensions': (text, host) => {
      const framed = ['7', '{"userI', '7', 'd":"aaa', '7', 'aaaaaaa', '2', '"}', '0', '', ''].map(
        (part, at) => (at % 2 === 0 && at < 10 ? `${part};name=value` : part),
      );
      framed.splice(-2, 1);
      expect(text).toBe(plain(host, { ...CHUNKED, [BODY]: `${framed.join('\r\n')}\r\n` }));
    },
    'chunk-trailers': (text) => {
      expect(text).toContain('\r\nTransfer-Encoding: chunked\r\nTrailer: X-Trailer\r\n\r\n7\r\n');
      expect(text).toMatch(/\r\n2\r\n"\}\r\n0\r\nX-Trailer: x\r\n\r\n$/);
    },
    'split-bytes': (text, host) => expect(text).toBe(plain(host)),
    'split-head': (text, host) => expect(text).toBe(plain(host)),
    'split-all': (text, host) => expect(text).toBe(plain(host)),
    slow: (text, host) => expect(text).toBe(plain(host)),
    pipelined: (text, host) => {
      const [first = '', second] = [text.slice(0, text.indexOf('}') + 1), text.slice(text.indexOf('}') + 1)];
      expect(second).toBe(plain(host));
      expect(first.replace('Connection: keep-alive\r\n', '')).toBe(
        plain(host).replace('Connection: close\r\n', ''),
      );
      expect(first).toContain('Connection: keep-alive\r\n');
    },
    'lower-case-headers': (text) =>
      expect(text).toMatch(/\r\nhost: [^]*\r\ncontent-type: application\/json\r\nsecret-key: k7F/),
    'upper-case-headers': (text) =>
      expect(text).toMatch(/\r\nHOST: [^]*\r\nCONTENT-TYPE: application\/json\r\nSECRET-KEY: k7F/),
    'mixed-case-headers': (text) =>
      expect(text).toMatch(/\r\nhOsT: [^]*\r\ncOnTeNt-tYpE: application\/json\r\nsEcReT-KeY: k7F/),
    'padded-headers': (text) => expect(text).toMatch(/\r\nSecret-Key: \t k7Fq2LmZ9xT4 \t\r\n/),
    'absolute-form': (text, host) => expect(text).toBe(plain(host, { [PATH]: `http://${host}${PATH}` })),
    'http-1.0': (text, host) => expect(text).toBe(plain(host, { 'HTTP/1.1': 'HTTP/1.0' })),
    'expect-continue': (text) =>
      expect(text).toMatch(/\r\nExpect: 100-continue\r\n\r\n\{"userId":"aaaaaaaaaa"\}$/),
    'expect-odd': (text) => expect(text).toMatch(/\r\nExpect: tagproof-nonsense\r\n/),
    'no-host': (text, host) => expect(text).toBe(plain(host, { [`Host: ${host}\r\n`]: '' })),
    'garbage-head': (text) => expect(text).toMatch(/^\0.* this is not HTTP .*\r\n\r\n$/s),
    'huge-head': (text) => expect(text).toMatch(/\r\nX-Huge: x{65536}\r\n/),
    upgrade: (text) => expect(text).toMatch(/\r\nConnection: Upgrade\r\nUpgrade: tagproof-nonsense\r\n/),
    'short-body': (text, host) => expect(text).toBe(plain(host, { 'Length: 23': 'Length: 30' })),
    'half-closed': (text, host) => expect(text).toBe(plain(host)),
    'long-body': (text, host) => expect(text).toBe(plain(host, { 'Length: 23': 'Length: 11' })),
    'two-lengths': (text, host) =>
      expect(text).toBe(plain(host, { 'Length: 23': 'Length: 23\r\nContent-Length: 24' })),
    'bad-length': (text, host) => expect(text).toBe(plain(host, { 'Length: 23': 'Length: ten' })),
    'negative-length': (text, host) => expect(text).toBe(plain(host, { 'Length: 23': 'Length: -1' })),
    'length-and-chunked': (text) =>
      expect(text).toMatch(
        /\r\nContent-Length: 23\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n[^]*\r\n0\r\n\r\n$/,
      ),
    'bad-chunk-size': (text, host) =>
      expect(text).toBe(plain(host, { ...CHUNKED, [BODY]: `xyz\r\n${BODY}\r\n0\r\n\r\n` })),
    'broken-chunks': (text) => expect(text).toMatch(/\r\n\r\n7\r\n[^]*\r\n2\r\n"\}\r\n$/),
    'bare-lf': (text, host) => expect(text).toBe(plain(host).replaceAll('\r\n', '\n')),
    'folded-header': (text) => expect(text).toContain('\r\nX-Folded: one\r\n two\r\n'),
    'space-before-colon': (text) => expect(text).toContain('\r\nX-Spaced : x\r\n'),
    'leading-blank-line': (text, host) => expect(text).toBe(`\r\n${plain(host)}`),
    'many-headers': (text) => expect(text.match(/\r\nX-Many-\d+: x(?=\r\n)/g)).toHaveLength(500),
    'long-target': (text) => expect(text).toMatch(/^POST \S+\?x=x{20480} HTTP\/1\.1\r\n/),
    'no-version': (text, host) => expect(text).toBe(plain(host, { ' HTTP/1.1': '' })),
    'http-2-preface': (text) => expect(text).toBe('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  };
  const ends = (wire: WireAlteration): boolean => 'ends' in FRAMINGS[wire];

  it.each(Object.keys(WIRE_ALTERATIONS) as WireAlteration[])(
    'altered by %s has the bytes of that alteration',
    async (wire) => {
      const { text, segments, host } = await written(altered(wire), ends(wire) ? 'end' : 'bytes');
      expected[wire](text, host);
      if (wire.startsWith('split-')) expect(segments).toBeGreaterThan(5);
      if (wire === 'slow') expect(segments).toBe(3);
      if (wire === 'pipelined') expect(segments).toBe(1);
    },
  );

  it('with a long body ends even if it is split', async () => {
    const { url, received } = await notingServer();
    const body = Buffer.alloc(300_000, 'x');
    const wires = ['split-bytes', 'split-all', 'chunked', 'chunk-bytes'] as const;
    for (const wire of wires) {
      expect(shown(await openedRaw(url).send({ ...altered(wire), body }))).toBe('200 ok');
    }
    expect(received.map((each) => each.body.equals(body))).toEqual(wires.map(() => true));
  });
});

describe.concurrent('a raw exchange', () => {
  it('ends with the reply, though the connection stays open', async () => {
    const url = await replyingServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', { ends: false });
    expect(shown(await openedRaw(url).send(REQUEST))).toBe('200 ok');
  });

  it('distinguishes a reset from a reply', async () => {
    const url = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(shown(await openedRaw(url).send(REQUEST))).toMatch(/^closed: closed without a reply/);
  });
});
