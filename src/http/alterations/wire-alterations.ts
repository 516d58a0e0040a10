/** Named ways to put a request on the wire other than the plain one; the raw transport knows how each is done. */

/** The same request to every server of HTTP/1.1. */
const WELL_FORMED = {
  chunked: 'Transfer-Encoding: chunked, in chunks of a few bytes',
  'chunk-bytes': 'Transfer-Encoding: chunked, in chunks of one byte',
  'one-chunk': 'Transfer-Encoding: chunked, in one chunk, its size in capitals behind a zero',
  'chunk-extensions': 'Transfer-Encoding: chunked, with an extension behind the size of each chunk',
  'chunk-trailers': 'Transfer-Encoding: chunked, with a trailer field behind the last chunk',
  'split-bytes': 'every byte of the body in a segment of its own',
  'split-head': 'the head in segments of a few bytes',
  'split-all': 'every byte of head and body in a segment of its own',
  slow: 'the head, half of the body and the rest of it, with a pause after each',
  pipelined: 'twice in one segment; the second one counts',
  'lower-case-headers': 'header names in lower case',
  'upper-case-headers': 'header names in upper case',
  'mixed-case-headers': 'header names in lower and upper case by turns',
  'padded-headers': 'blanks and tabs around the header values',
  'absolute-form': 'the request line with the absolute URL',
  'http-1.0': 'HTTP/1.0',
  'expect-continue': 'Expect: 100-continue, the body sent without waiting',
} as const satisfies Record<string, string>;

/** Malformed HTTP, or HTTP that a server may refuse to read. */
const MALFORMED = {
  'expect-odd': 'an unknown Expect',
  'no-host': 'no Host header',
  'garbage-head': 'a head that is not HTTP',
  'huge-head': 'a header of 64 kB',
  upgrade: 'Connection: Upgrade to an unknown protocol',
  'short-body': 'a Content-Length beyond the body, then the end of the stream',
  'half-closed': 'the plain request, then the end of the stream',
  'long-body': 'a Content-Length of half the body',
  'two-lengths': 'two Content-Length lines that contradict each other, then the end of the stream',
  'bad-length': 'a Content-Length that is not a number, then the end of the stream',
  'negative-length': 'a Content-Length below zero, then the end of the stream',
  'length-and-chunked': 'both a Content-Length and Transfer-Encoding: chunked',
  'bad-chunk-size': 'a chunk whose size is not a number, then the end of the stream',
  'broken-chunks': 'chunks without the last one, then the end of the stream',
  'bare-lf': 'lines that end in LF alone, then the end of the stream',
  'folded-header': 'a header that continues on the next line',
  'space-before-colon': 'a header with a blank before its colon',
  'leading-blank-line': 'an empty line before the request line',
  'many-headers': 'five hundred more headers',
  'long-target': 'a query of 20 kB',
  'no-version': 'a request line without the version of HTTP',
  'http-2-preface': 'the preface of HTTP/2',
} as const satisfies Record<string, string>;

export const WIRE_ALTERATIONS = { ...WELL_FORMED, ...MALFORMED };

type MalformedAlteration = keyof typeof MALFORMED;
export type WireAlteration = keyof typeof WIRE_ALTERATIONS;

/** Alterations for which any 4xx or a close is fine: only staying alive is judged. */
export const MALFORMED_WIRE: ReadonlySet<WireAlteration> = new Set(
  Object.keys(MALFORMED) as MalformedAlteration[],
);

/** Well-formed, but some servers, such as the JDK's, know no trailers and close the connection: here, too, only staying alive is judged. */
const RARE_WIRE: ReadonlySet<WireAlteration> = new Set(['chunk-trailers']);

/** Bodies in chunks, without a length, of which every server is to make the same body. */
export const CHUNKED_WIRE: ReadonlySet<WireAlteration> = new Set([
  'chunked',
  'chunk-bytes',
  'one-chunk',
  'chunk-extensions',
]);

/** Whether the reply to a request in this form is judged only for whether the target stays alive. */
export const isUnjudgedWire = (wire: WireAlteration): boolean =>
  MALFORMED_WIRE.has(wire) || RARE_WIRE.has(wire);
