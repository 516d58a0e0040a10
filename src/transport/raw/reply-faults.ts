/** What is wrong with the bytes around a reply. */
import type { NoReply, Reply, WireFault } from '../../http/exchange.ts';
import { ReplyParser } from './reply-parser.ts';
import { bytesBehind } from './stray-bytes.ts';
import { beyondBounds } from '../../http/reply-bounds.ts';

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
