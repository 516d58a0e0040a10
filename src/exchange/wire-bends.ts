/** Named ways to put a request on the wire other than the plain one; the raw transport knows how each is done. */
export const WIRE_BENDS = {
  chunked: 'Transfer-Encoding: chunked, in chunks of a few bytes',
  'split-bytes': 'every byte of the body in a segment of its own',
  'split-head': 'the head in segments of a few bytes',
  'lower-case-headers': 'header names in lower case',
  'upper-case-headers': 'header names in upper case',
  'padded-headers': 'blanks and tabs around the header values',
  'absolute-form': 'the request line with the absolute URL',
  'http-1.0': 'HTTP/1.0',
  'expect-continue': 'Expect: 100-continue, the body sent without waiting',
  'expect-odd': 'an Expect that nobody knows',
  'no-host': 'no Host header',
  'garbage-head': 'a head that is no HTTP',
  'huge-head': 'a header of 64 kB',
  upgrade: 'Connection: Upgrade to a protocol that nobody knows',
  'short-body': 'a Content-Length beyond the body, then the end of the stream',
} as const satisfies Record<string, string>;

export type WireBend = keyof typeof WIRE_BENDS;

/** Bends that are no well-formed HTTP: any 4xx or a close is fine for them, only staying alive is judged (P6). */
export const MALFORMED_WIRE: ReadonlySet<WireBend> = new Set([
  'expect-odd',
  'no-host',
  'garbage-head',
  'huge-head',
  'upgrade',
  'short-body',
]);
