/** How each wire alteration is done: what it changes in the message, and how it cuts the bytes into segments. */
import type { MalformedAlteration, WireAlteration } from '../alterations/wire-alterations.ts';
import {
  CHUNKED,
  type Draft,
  framedByChunks,
  type Framing,
  inChunks,
  mapLines,
  pieces,
  withLines,
} from './framing.ts';

const FEW_BYTES = 7;
/** Longer than a server waits for more bytes that are on their way, and short enough for thousands of requests. */
const PAUSE_MS = 50;
/** Lines that frame the message: some servers read no blanks around them, which shows nothing about their other headers. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const EXTENSION = ';name=value';
const TRAILER = 'X-Trailer';

/**
 * How the wire alterations are done that are not well-formed HTTP. Where a server may be left waiting for more, the stream ends,
 * so that nothing waits until a time-out.
 */

const HUGE = 64 * 1024;
const LONG_QUERY = 20 * 1024;
const MANY = 500;

const sizeOf = ({ body }: Draft): number => body?.length ?? 0;

/** The message with these Content-Length lines instead of its own. */
function withLengths(draft: Draft, ...lengths: readonly (number | string)[]): Draft {
  const lines = lengths.map((length) => ['Content-Length', String(length)] as const);
  return withLines(draft, { without: ['content-length'], and: lines });
}

/** A change of the bytes of the head, which are read as latin1. */
function edited(head: Uint8Array, edit: (text: string) => string): Uint8Array {
  return Buffer.from(edit(Buffer.from(head).toString('latin1')), 'latin1');
}

const MALFORMED_FRAMINGS = {
  'expect-odd': { draft: (draft) => withLines(draft, { and: [['Expect', 'tagproof-nonsense']] }) },
  'no-host': { draft: (draft) => withLines(draft, { without: ['host'] }) },
  'garbage-head': {
    segments: () => [Buffer.from('\0\x01\x02 this is not HTTP \xff\xfe\r\n\r\n\r\n', 'latin1')],
  },
  'huge-head': { draft: (draft) => withLines(draft, { and: [['X-Huge', 'x'.repeat(HUGE)]] }) },
  upgrade: {
    draft: (draft) =>
      withLines(draft, {
        without: ['connection'],
        and: [
          ['Connection', 'Upgrade'],
          ['Upgrade', 'tagproof-nonsense'],
        ],
      }),
  },
  'short-body': { draft: (draft) => withLengths(draft, sizeOf(draft) + FEW_BYTES), ends: true },
  'half-closed': { ends: true },
  'long-body': { draft: (draft) => withLengths(draft, Math.floor(sizeOf(draft) / 2)) },
  'two-lengths': { draft: (draft) => withLengths(draft, sizeOf(draft), sizeOf(draft) + 1), ends: true },
  'bad-length': { draft: (draft) => withLengths(draft, 'ten'), ends: true },
  'negative-length': { draft: (draft) => withLengths(draft, -1), ends: true },
  'length-and-chunked': {
    draft: (draft) => withLines(withLengths(draft, sizeOf(draft)), { and: [CHUNKED] }),
    segments: (head, body) => [head, inChunks(body, FEW_BYTES)],
  },
  'bad-chunk-size': {
    draft: framedByChunks,
    segments: (head, body) => [
      head,
      Buffer.concat([Buffer.from('xyz\r\n'), body, Buffer.from('\r\n0\r\n\r\n')]),
    ],
    ends: true,
  },
  'broken-chunks': {
    draft: framedByChunks,
    segments: (head, body) => [head, inChunks(body, FEW_BYTES, { last: '' })],
    ends: true,
  },
  'bare-lf': {
    segments: (head, body) => [edited(head, (text) => text.replaceAll('\r\n', '\n')), body],
    ends: true,
  },
  'folded-header': { draft: (draft) => withLines(draft, { and: [['X-Folded', 'one\r\n two']] }) },
  'space-before-colon': { draft: (draft) => withLines(draft, { and: [['X-Spaced ', 'x']] }) },
  'leading-blank-line': { segments: (head, body) => [edited(head, (text) => `\r\n${text}`), body] },
  'many-headers': {
    draft: (draft) =>
      withLines(draft, {
        and: Array.from({ length: MANY }, (_, index) => [`X-Many-${index + 1}`, 'x'] as const),
      }),
  },
  'long-target': {
    draft: (draft) => ({
      ...draft,
      target: `${draft.target}${draft.target.includes('?') ? '&' : '?'}x=${'x'.repeat(LONG_QUERY)}`,
    }),
  },
  'no-version': {
    segments: (head, body) => [edited(head, (text) => text.replace(/ HTTP\/1\.1\r\n/, '\r\n')), body],
  },
  'http-2-preface': { segments: () => [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')] },
} as const satisfies Record<MalformedAlteration, Framing>;

export const FRAMINGS = {
  chunked: {
    draft: framedByChunks,
    segments: (head, body) => [head, inChunks(body, FEW_BYTES)],
  },
  'chunk-bytes': {
    draft: framedByChunks,
    segments: (head, body) => [head, inChunks(body, 1)],
  },
  'one-chunk': {
    draft: framedByChunks,
    segments: (head, body) => [
      head,
      inChunks(body, body.length, { sizeLine: (size) => `0${size.toString(16).toUpperCase()}` }),
    ],
  },
  'chunk-extensions': {
    draft: framedByChunks,
    segments: (head, body) => [
      head,
      inChunks(body, FEW_BYTES, {
        sizeLine: (size) => size.toString(16) + EXTENSION,
        last: `0${EXTENSION}\r\n\r\n`,
      }),
    ],
  },
  'chunk-trailers': {
    draft: (draft) => withLines(framedByChunks(draft), { and: [['Trailer', TRAILER]] }),
    segments: (head, body) => [head, inChunks(body, FEW_BYTES, { last: `0\r\n${TRAILER}: x\r\n\r\n` })],
  },
  'split-bytes': { segments: (head, body) => [head, ...pieces(body, 1)] },
  'split-head': { segments: (head, body) => [...pieces(head, FEW_BYTES), body] },
  'split-all': { segments: (head, body) => pieces(Buffer.concat([head, body]), 1) },
  slow: { segments: (head, body) => [head, ...halves(body)], pauseMs: PAUSE_MS },
  pipelined: {
    before: (draft) => withLines(draft, { without: ['connection'], and: [['Connection', 'keep-alive']] }),
  },
  'lower-case-headers': { draft: (draft) => mapLines(draft, ([name, value]) => [name.toLowerCase(), value]) },
  'upper-case-headers': { draft: (draft) => mapLines(draft, ([name, value]) => [name.toUpperCase(), value]) },
  'mixed-case-headers': { draft: (draft) => mapLines(draft, ([name, value]) => [byTurns(name), value]) },
  'padded-headers': { draft: (draft) => mapLines(draft, padded) },
  'absolute-form': { draft: (draft, origin) => ({ ...draft, target: origin + draft.target }) },
  'http-1.0': { draft: (draft) => ({ ...draft, version: '1.0' }) },
  'expect-continue': { draft: (draft) => withLines(draft, { and: [['Expect', '100-continue']] }) },
  ...MALFORMED_FRAMINGS,
} as const satisfies Record<WireAlteration, Framing>;

function padded([name, value]: Draft['lines'][number]): Draft['lines'][number] {
  return [name, FRAMING.has(name.toLowerCase()) ? value : `\t ${value} \t`];
}

function byTurns(name: string): string {
  return Array.from(name, (letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join(
    '',
  );
}

function halves(bytes: Uint8Array): readonly Uint8Array[] {
  const middle = Math.ceil(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}
