/** How each wire alteration is done: what it changes in the message, and how it cuts the bytes into segments. */
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { framedByChunks, inChunks, pieces } from './chunks.ts';
import { MALFORMED_FRAMINGS } from './malformed-framings.ts';
import { mapLines, withLines, type Draft, type Framing } from './framing.ts';

const FEW_BYTES = 7;
/** Longer than a server waits for more bytes that are on their way, and short enough for thousands of requests. */
const PAUSE_MS = 50;
/** Lines that frame the message: some servers read no blanks around them, which shows nothing about their other headers. */
const FRAMING: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const EXTENSION = ';name=value';
const TRAILER = 'X-Trailer';

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
