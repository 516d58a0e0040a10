/** Reading the head of an HTTP/1 reply: status line, header lines, and how the body is delimited (RFC 9112). */
import type { ReplyHeaders } from '../exchange.ts';

/** How the end of a reply's body is found. `refused`: the head contradicts itself. */
type BodyLength =
  | { readonly kind: 'none' }
  | { readonly kind: 'sized'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' }
  | { readonly kind: 'refused'; readonly because: string };

const STATUS_LINE = /^HTTP\/1\.[01] ([1-9][0-9]{2})(?: |$)/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const FORBIDDEN = /[\0\r]/;

/** The status of a status line; undefined where the line is not one. */
export function readStatusLine(line: string): number | undefined {
  const status = STATUS_LINE.exec(line)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** A header line; `fold`: one that continues the line before it (obsolete, but still read); undefined: none. */
export function readHeaderLine(
  line: string,
): readonly [string, string] | { readonly fold: string } | undefined {
  if (FORBIDDEN.test(line)) return undefined;
  if (/^[ \t]/.test(line)) return { fold: line.trim() };
  const match = HEADER_LINE.exec(line);
  return match === null ? undefined : [match[1] ?? '', match[2] ?? ''];
}

/** How the body is delimited, by the request's method, the status and the headers. */
export function framingOf(method: string, status: number, headers: ReplyHeaders): BodyLength {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { kind: 'none' };
  if (method === 'CONNECT' && status < 300) return { kind: 'none' };
  const codings = tokensOf(headers, 'transfer-encoding');
  const lengths = new Set(tokensOf(headers, 'content-length'));
  if (codings.length > 0 && lengths.size > 0) return refused('both Content-Length and Transfer-Encoding');
  if (codings.length > 0) return { kind: codings.at(-1) === 'chunked' ? 'chunked' : 'until-close' };
  if (lengths.size === 0) return { kind: 'until-close' };
  const [length, ...others] = lengths;
  if (others.length > 0) return refused('several different Content-Lengths');
  if (length === undefined || !/^[0-9]{1,15}$/.test(length))
    return refused('a Content-Length that is not a number');
  return { kind: 'sized', length: Number(length) };
}

/** The elements of a header that is a list, in lower case. */
export function tokensOf(headers: ReplyHeaders, name: string): readonly string[] {
  const values = headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
  return values.flatMap((value) => value.split(',')).map((token) => token.trim().toLowerCase());
}

function refused(because: string): BodyLength {
  return { kind: 'refused', because };
}
