/** How each wire alteration is done: what it changes in the message, and how it cuts the bytes into segments. */
import type { WireAlteration } from '../alterations/wire-alterations.ts';
import { adding, CHUNKED, type Framing, inChunks, mapping, ofLengths, pieces, withLines } from './framing.ts';

const FEW_BYTES = 7;
/** Longer than a server waits for more bytes that are on their way, and short enough for thousands of requests. */
const SPLIT_PAUSE_MS = 50;
/** Lines that frame the message: some servers read no blanks around them, which shows nothing about their other headers. */
const FRAMING_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const EXTENSION = ';name=value';
const TRAILER = 'X-Trailer';
const NONSENSE = 'tagproof-nonsense';
const LARGE = 64 * 1024;
const LONG_QUERY = `x=${'x'.repeat(20 * 1024)}`;
const MANY_LINES = 500;

const byTurns = (name: string): string =>
  Array.from(name, (letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('');

const keptAlive = (head: Uint8Array): Uint8Array =>
  Buffer.from(
    withLines(Buffer.from(head).toString('latin1'), ['connection'], 'Connection: keep-alive'),
    'latin1',
  );

const hexadecimal = (size: number): string => size.toString(16);

/** Where a server may be left waiting for more of what is not well-formed, the stream ends, so that nothing waits until a time-out. */
const ends = (framing: Framing = {}): Framing => ({ ...framing, ends: true });

export const FRAMINGS: Readonly<Record<WireAlteration, Framing>> = {
  chunked: inChunks(FEW_BYTES),
  'chunk-bytes': inChunks(1),
  'one-chunk': inChunks(Infinity, (size) => `0${hexadecimal(size).toUpperCase()}`),
  'chunk-extensions': inChunks(FEW_BYTES, (size) => hexadecimal(size) + EXTENSION, `0${EXTENSION}\r\n\r\n`),
  'chunk-trailers': {
    ...inChunks(FEW_BYTES, hexadecimal, `0\r\n${TRAILER}: x\r\n\r\n`),
    head: (head) => withLines(head, ['content-length'], CHUNKED, `Trailer: ${TRAILER}`),
  },
  'split-bytes': { segments: (head, body) => [head, ...pieces(body, 1)] },
  'split-head': { segments: (head, body) => [...pieces(head, FEW_BYTES), body] },
  'split-all': { segments: (head, body) => pieces(Buffer.concat([head, body]), 1) },
  slow: {
    segments: (head, body) => [head, ...pieces(body, Math.max(1, Math.ceil(body.length / 2)))],
    pauseMs: SPLIT_PAUSE_MS,
  },
  pipelined: {
    segments: (head, body) => [Buffer.concat([keptAlive(head), body, head, body])],
    requests: 2,
  },
  'lower-case-headers': mapping((name, value) => `${name.toLowerCase()}: ${value}`),
  'upper-case-headers': mapping((name, value) => `${name.toUpperCase()}: ${value}`),
  'mixed-case-headers': mapping((name, value) => `${byTurns(name)}: ${value}`),
  'padded-headers': mapping((name, value) =>
    FRAMING_HEADERS.has(name.toLowerCase()) ? `${name}: ${value}` : `${name}: \t ${value} \t`,
  ),
  'absolute-form': { head: (head, _, origin) => head.replace(' ', ` ${origin}`) },
  'http-1.0': { head: (head) => head.replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n') },
  'expect-continue': adding('Expect: 100-continue'),
  'expect-odd': adding(`Expect: ${NONSENSE}`),
  'no-host': { head: (head) => withLines(head, ['host']) },
  'garbage-head': {
    segments: () => [Buffer.from('\0\x01\x02 this is not HTTP \xff\xfe\r\n\r\n\r\n', 'latin1')],
  },
  'huge-head': adding(`X-Huge: ${'x'.repeat(LARGE)}`),
  upgrade: {
    head: (head) => withLines(head, ['connection'], 'Connection: Upgrade', `Upgrade: ${NONSENSE}`),
  },
  'short-body': ends(ofLengths((size) => [size + FEW_BYTES])),
  'half-closed': ends(),
  'long-body': ofLengths((size) => [Math.floor(size / 2)]),
  'two-lengths': ends(ofLengths((size) => [size, size + 1])),
  'bad-length': ends(ofLengths(() => ['ten'])),
  'negative-length': ends(ofLengths(() => [-1])),
  'length-and-chunked': {
    ...inChunks(FEW_BYTES),
    head: (head, size) => withLines(head, ['content-length'], `Content-Length: ${size}`, CHUNKED),
  },
  'bad-chunk-size': ends(inChunks(Infinity, () => 'xyz')),
  'broken-chunks': ends(inChunks(FEW_BYTES, hexadecimal, '')),
  'bare-lf': ends({ head: (head) => head.replaceAll('\r\n', '\n') }),
  'folded-header': adding('X-Folded: one\r\n two'),
  'space-before-colon': adding('X-Spaced : x'),
  'leading-blank-line': { head: (head) => `\r\n${head}` },
  'many-headers': adding(...Array.from({ length: MANY_LINES }, (_, index) => `X-Many-${index + 1}: x`)),
  'long-target': {
    head: (head) =>
      head.replace(/(\?.*)?(?= HTTP\/1\.1\r\n)/, (query) => `${query ? `${query}&` : '?'}${LONG_QUERY}`),
  },
  'no-version': { head: (head) => head.replace(' HTTP/1.1\r\n', '\r\n') },
  'http-2-preface': { segments: () => [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')] },
};
