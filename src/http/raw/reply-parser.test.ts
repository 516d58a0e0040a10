import { describe, expect, it } from 'vitest';
import type { Outcome } from '../exchange.ts';
import { ReplyParser } from './reply-parser.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Feeds a parser pieces of this size and then the end of the stream, and returns its result. */
function parse(text: string, { method = 'POST', size = text.length || 1 } = {}): Outcome {
  const parser = new ReplyParser(method);
  for (let at = 0; at < text.length; at += size) {
    const parsed = parser.push(bytes(text.slice(at, at + size)));
    if (parsed !== undefined) return parsed;
  }
  return parser.end();
}

const shown = (outcome: Outcome): string =>
  outcome.kind === 'reply'
    ? `${outcome.status} ${Buffer.from(outcome.body).toString('latin1')}`
    : `${outcome.why}: ${outcome.detail}`;

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKS = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

describe('a reply', () => {
  it.each([
    ['with a Content-Length', `${OK}Content-Length: 2\r\n\r\nok`, '200 ok'],
    ['without a body', `${OK}Content-Length: 0\r\n\r\n`, '200 '],
    ['with bytes after its end', `${OK}Content-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n`, '200 ok'],
    ['with the same Content-Length twice', `${OK}Content-Length: 2\r\ncontent-length: 2\r\n\r\nok`, '200 ok'],
    ['with the same Content-Length in a list', `${OK}Content-Length: 2, 2\r\n\r\nok`, '200 ok'],
    ['delimited by the close', `${OK}\r\nok`, '200 ok'],
    ['of HTTP/1.0', 'HTTP/1.0 404 Not Found\r\n\r\nno', '404 no'],
    ['without a reason', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', '200 ok'],
    ['with an empty reason', 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok', '200 ok'],
    ['with lines that end in only LF', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', '200 ok'],
    ['after empty lines', `\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`, '200 ok'],
    [
      'after interim replies',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nContent-Length: 9\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`,
      '200 ok',
    ],
    ['that switches protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nxyz', '101 '],
    ['of status 204 with a length', 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nok', '204 '],
    ['of status 304 with a length', 'HTTP/1.1 304 No\r\nContent-Length: 2\r\n\r\n', '304 '],
    ['in chunks', `${CHUNKS}2\r\nok\r\nA\r\n0123456789\r\n0\r\n\r\n`, '200 ok0123456789'],
    [
      'in chunks with extensions and trailers',
      `${OK}transfer-encoding: Chunked\r\n\r\n002 ;a="b"\r\nok\r\n00\r\nT: x\r\n\r\n`,
      '200 ok',
    ],
    [
      'in another coding before the chunks',
      `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      '200 ok',
    ],
    ['in only another coding', `${OK}Transfer-Encoding: gzip\r\n\r\nok`, '200 ok'],
  ])('%s is read, however its bytes are split', (_, text, expected) => {
    for (const size of [text.length, 1, 2, 3, 7]) expect(shown(parse(text, { size }))).toBe(expected);
  });

  it('keeps the order and spelling of its headers, without blanks around the values', () => {
    const parsed = parse(
      `${OK}B:  1 \t\r\na:2\r\nB: \r\nFold: x\r\n  y\r\n\tz\r\nE: \xe9\r\nContent-Length: 0\r\n\r\n`,
      { size: 1 },
    );
    expect(parsed.kind === 'reply' && parsed.headers).toEqual([
      ['B', '1'],
      ['a', '2'],
      ['B', ''],
      ['Fold', 'x y z'],
      ['E', '\xe9'],
      ['Content-Length', '0'],
    ]);
  });

  it('to a HEAD has no body, whatever its headers say', () => {
    expect(shown(parse(`${OK}Content-Length: 2\r\n\r\n`, { method: 'HEAD' }))).toBe('200 ');
    expect(shown(parse(`${CHUNKS}`, { method: 'HEAD' }))).toBe('200 ');
  });

  it('to a CONNECT has a body only if it refuses', () => {
    expect(shown(parse(`${OK}Content-Length: 2\r\n\r\n`, { method: 'CONNECT' }))).toBe('200 ');
    expect(shown(parse('HTTP/1.1 405 No\r\nContent-Length: 2\r\n\r\nno', { method: 'CONNECT' }))).toBe(
      '405 no',
    );
  });

  it('does not change when more bytes come', () => {
    const parser = new ReplyParser('POST');
    const reply = parser.push(bytes(`${OK}Content-Length: 2\r\n\r\nok`));
    expect(parser.push(bytes('more'))).toBe(reply);
    expect(parser.end()).toBe(reply);
  });
});

/** Bytes that are not a reply, by what is said of them. */
const NO_REPLY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'closed: closed in the middle of the reply': {
    'half a status line': 'HTTP/1.1 2',
    'half a head': `${OK}Content-Le`,
    'half a body': `${OK}Content-Length: 9\r\n\r\nok`,
    'half a chunk': `${CHUNKS}9\r\nok`,
    'chunks without a last one': `${CHUNKS}2\r\nok\r\n`,
    'only an interim reply': 'HTTP/1.1 100 Continue\r\n\r\n',
  },
  'not-http: the reply does not begin with HTTP/': {
    'an SSH banner': 'SSH-2.0-OpenSSH_9\r\n',
  },
  'not-http: TLS came where HTTP was expected: the target speaks https there': {
    TLS: '\x15\x03\x01\x00\x02\x02\x46',
  },
  'not-http: the reply has no status line of HTTP/1.0 or HTTP/1.1': {
    'HTTP/2': 'HTTP/2 200\r\n\r\n',
    'HTTP/1.2': 'HTTP/1.2 200 OK\r\n\r\n',
    'a status of two digits': 'HTTP/1.1 20 OK\r\n\r\n',
    'a status of four digits': 'HTTP/1.1 2000 OK\r\n\r\n',
    'a status below 100': 'HTTP/1.1 099 OK\r\n\r\n',
  },
  'not-http: the head of the reply has a line that is not a header': {
    'a line without a colon': `${OK}X\r\n\r\n`,
    'a blank before the colon': `${OK}X : y\r\n\r\n`,
    'a NUL in a header': `${OK}X: a\0b\r\n\r\n`,
    'a return in a header': `${OK}X: a\rb\r\n\r\n`,
  },
  'not-http: the head of the reply begins with a blank': {
    'a fold before any header': `${OK} x\r\n\r\n`,
  },
  'not-http: the reply has a Content-Length that is not a number': {
    'a negative length': `${OK}Content-Length: -2\r\n\r\nok`,
    'a length with a plus': `${OK}Content-Length: +2\r\n\r\nok`,
    'an empty length': `${OK}Content-Length: \r\n\r\nok`,
    'a length that is too large for a number': `${OK}Content-Length: 99999999999999999999\r\n\r\n`,
  },
  'not-http: the reply has several different Content-Lengths': {
    'two lengths': `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`,
  },
  'not-http: the reply has both Content-Length and Transfer-Encoding': {
    'a length and chunks': `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`,
  },
  'not-http: a chunk of the reply has no size': {
    'a chunk without a size': `${CHUNKS}ok\r\n`,
    'a negative chunk': `${CHUNKS}-1\r\n`,
    'a chunk size that is too large for a number': `${CHUNKS}ffffffffffffffffff\r\n`,
  },
  'not-http: a chunk of the reply is longer than its size': {
    'a chunk longer than its size': `${CHUNKS}2\r\nokay\r\n`,
  },
};

describe('no reply', () => {
  describe.each(Object.entries(NO_REPLY))('(%s)', (expected, replies) => {
    it.each(Object.entries(replies))('is read from %s, however the bytes are split', (_, text) => {
      for (const size of [text.length || 1, 1, 5]) expect(shown(parse(text, { size }))).toBe(expected);
    });
  });

  it('is recognised by the first bytes that are not HTTP, while the stream is open', () => {
    expect(new ReplyParser('POST').push(bytes('SS'))?.kind).toBe('no-reply');
    expect(new ReplyParser('POST').push(bytes('HTT'))).toBeUndefined();
  });
});

const HEAD = 'too-large: the head of the reply is over 262,144 bytes';
const BODY = 'too-large: the body of the reply is over 4,194,304 bytes';

describe('a large reply', () => {
  it.each([
    ['of a chunk of a terabyte', BODY, `${CHUNKS}ffffffffff\r\n`],
    ['of a length over the bound', BODY, `${OK}Content-Length: 4194305\r\n\r\n`],
    ['of a body over the bound', BODY, `${OK}\r\n${'x'.repeat(4_194_305)}`],
    ['of chunks over the bound', BODY, `${CHUNKS}${`200000\r\n${'x'.repeat(2_097_152)}\r\n`.repeat(3)}`],
    ['of a header over the bound', HEAD, `${OK}X: ${'x'.repeat(262_144)}`],
    ['of interim replies over the bound', HEAD, 'HTTP/1.1 102 Wait\r\n\r\n'.repeat(20_000)],
    ['of trailers over the bound', HEAD, `${CHUNKS}0\r\n${'X: y\r\n'.repeat(50_000)}`],
    ['of an endless chunk extension', HEAD, `${CHUNKS}1;${'x'.repeat(2000)}`],
  ])('%s is not read to its end', (_, expected, text) => {
    expect(shown(parse(text, { size: 65_536 }))).toBe(expected);
  });

  it.each([
    ['in many tiny chunks', `${CHUNKS}${'1\r\nx\r\n'.repeat(90_000)}0\r\n\r\n`, 65_536, 90_000],
    [
      'that comes byte by byte',
      `${OK}X: ${'x'.repeat(60_000)}\r\nContent-Length: 60000\r\n\r\n${'y'.repeat(60_000)}`,
      1,
      60_000,
    ],
  ])('%s is read quickly', (_, text, size, length) => {
    const start = performance.now();
    const parsed = parse(text, { size });
    expect(parsed.kind === 'reply' && parsed.body.length).toBe(length);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
