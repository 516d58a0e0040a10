/** What is wrong with the bytes around a reply. */
import type { NoReply, Reply, WireFault } from '../exchange.ts';
import { ReplyParser } from './reply-parser.ts';
import { beyondBounds } from '../reply-bounds.ts';

// Bytes that a server sends and that belong to no reply, described without quoting them.

/** Empty lines between replies: old servers send one, and clients read over it. */
const BLANK = /^[\r\n]*$/;
const STATUS_LINE = /^[\r\n]*HTTP\/1\.[01] [0-9]{3}/;
/** RFC 9110 §15.5.9: a server may say so on an idle connection before it closes it. */
const REQUEST_TIMEOUT = /^[\r\n]*HTTP\/1\.[01] 408/;
const MAX_LOOKED_AT = 64;

function start(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, MAX_LOOKED_AT)).toString('latin1');
}

const inBytes = (count: number): string =>
  count === 1 ? '1 byte' : `${count.toLocaleString('en-US')} bytes`;

/** A few empty lines, or the notice that an idle connection ends, which may come right behind a reply that is read late. */
function isHarmless(bytes: Uint8Array): boolean {
  const text = start(bytes);
  return REQUEST_TIMEOUT.test(text) || (BLANK.test(text) && bytes.length <= MAX_LOOKED_AT);
}

/** The fault of bytes behind the end of a reply; undefined: they are not a fault. */
export function bytesBehind(rest: Uint8Array, method: string): WireFault | undefined {
  if (isHarmless(rest)) return undefined;
  const what = STATUS_LINE.test(start(rest)) ? 'a second reply' : inBytes(rest.length);
  const whose = method === 'HEAD' ? 'the reply to a HEAD, which has no body' : 'the reply';
  return { kind: 'stray-bytes', detail: `${what} behind the end of ${whose}` };
}

/** The fault of bytes on a connection without a request under way; undefined: they are not a fault. */
export function bytesUnasked(bytes: Uint8Array): WireFault | undefined {
  if (isHarmless(bytes)) return undefined;
  const what = STATUS_LINE.test(start(bytes)) ? 'a reply' : inBytes(bytes.length);
  return { kind: 'stray-bytes', detail: `${what} on a connection without a request under way` };
}

/** The faults of a reply that this parser has read to its end. */
export function wireFaultsOf(parser: ReplyParser, method: string): readonly WireFault[] {
  const behind = bytesBehind(parser.rest, method);
  const loose = parser.looseness.map((what): WireFault => ({ kind: 'loose', detail: what }));
  return behind === undefined ? loose : [behind, ...loose];
}

/** A reply read again from its bytes; undefined: its end has not come. */
export interface Reread {
  readonly outcome: Reply | NoReply | undefined;
  readonly faults: readonly WireFault[];
  readonly parser: ReplyParser;
}

export function reread(bytes: Uint8Array, method: string): Reread {
  const parser = new ReplyParser(method);
  const parsed = parser.push(bytes);
  return parsed.kind === 'more'
    ? { outcome: undefined, faults: [], parser }
    : { outcome: parsed, faults: parsed.kind === 'reply' ? wireFaultsOf(parser, method) : [], parser };
}

/**
 * The outcome for a reply that ran out of time because its Content-Length promises more than was sent: what came is a whole
 * JSON value, to which nothing can be added. Undefined: it may only be slow.
 */
export function overpromised(parser: ReplyParser): NoReply | undefined {
  const cut = parser.cutBody;
  if (cut === undefined || !isWholeJson(cut.bytes)) return undefined;
  const promised = (cut.bytes.length + cut.missing).toLocaleString('en-US');
  return {
    kind: 'no-reply',
    why: 'not-http',
    detail: `the Content-Length of the reply promises ${promised} bytes, and its JSON ends after ${cut.bytes.length.toLocaleString('en-US')}`,
  };
}

/** Whether bytes are a JSON object to which only blanks can be added. */

const text = new TextDecoder('utf-8', { fatal: true });

function isWholeJson(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || beyondBounds(bytes) !== undefined) return false;
  try {
    const value: unknown = JSON.parse(text.decode(bytes));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
