/** Bytes that a server sends and that belong to no reply, and how they are described without quoting them. */
import type { WireFault } from '../../http/exchange.ts';

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
