/** The bounds of one reply, applied where it comes off the wire: whatever it holds, nothing behind meets more than this. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { digits } from '../base/text/quantities.ts';
import { noReply, type NoReply, type Outcome, type Reply } from './exchange.ts';

/** The longest head that is read, in bytes, and the most header lines. */
export const MAX_HEAD_BYTES = 256 * 1024;
export const MAX_HEADERS = 1000;
/** The longest body that is read, in bytes, also once it is decompressed; a reply of 250 tags of 8 kB takes half of it. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** The most pieces (chunks, or what the network delivers at once) that a body is read in. */
export const MAX_PIECES = 100_000;
/** The deepest nesting of JSON that is read; a reply of these operations has five levels. */
export const MAX_JSON_LEVELS = 500;
/** The most values that the JSON of a reply may hold; a tag takes three. */
export const MAX_JSON_VALUES = 50_000;

/** The outcomes of a reply that is too large to be read to its end. */
export const TOO_LARGE = {
  head: noReply('too-large', `the head of the reply is over ${digits(MAX_HEAD_BYTES)} bytes`),
  headers: noReply('too-large', `the head of the reply has more than ${digits(MAX_HEADERS)} header lines`),
  body: noReply('too-large', `the body of the reply is over ${digits(MAX_BODY_BYTES)} bytes`),
  decompressed: noReply(
    'too-large',
    `the compressed body of the reply decompresses to over ${digits(MAX_BODY_BYTES)} bytes`,
  ),
  pieces: noReply('too-large', `the reply comes in more than ${digits(MAX_PIECES)} pieces`),
} as const satisfies Record<string, NoReply>;

type Decompress = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const DECOMPRESS: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** The content codings of a reply in the order in which they were applied. */
export function codingsOf({ headers }: Reply): readonly string[] {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  return lines
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** How the body of a reply is decompressed; undefined: it came as it is, in a coding that is not known here, or in several. */
function decompressionOf(reply: Reply): Decompress | undefined {
  const [coding = '', ...more] = codingsOf(reply);
  return more.length === 0 ? DECOMPRESS.get(coding) : undefined;
}

/** Whether the body of a reply is left in its coding. */
export const staysCoded = (reply: Reply): boolean =>
  codingsOf(reply).length > 0 && decompressionOf(reply) === undefined;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Why the JSON of a body is not read, counted in its bytes before anything parses it; undefined: it is within the bounds, or no JSON. */
export function beyondBounds(body: Uint8Array): string | undefined {
  if (body.length <= MAX_JSON_LEVELS || !OPENING.has(body.find((byte) => !BLANKS.has(byte)) ?? 0))
    return undefined;
  let levels = 0;
  let values = 1;
  let isInText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) [levels, values] = [levels + 1, values + 1];
    else if (CLOSING.has(byte)) levels -= 1;
    if (levels > MAX_JSON_LEVELS) return `is nested deeper than ${digits(MAX_JSON_LEVELS)} levels`;
    if (values > MAX_JSON_VALUES) return `holds more than ${digits(MAX_JSON_VALUES)} values`;
  }
  return undefined;
}

/** The outcome of a request: its reply decompressed where its bytes are of its coding, or that it is too large to be read. */
export function withinBounds(outcome: Outcome): Outcome {
  if (outcome.kind !== 'reply') return outcome;
  let { body } = outcome;
  try {
    body = decompressionOf(outcome)?.(body, { maxOutputLength: MAX_BODY_BYTES }) ?? body;
  } catch (error) {
    if (error instanceof RangeError) return TOO_LARGE.decompressed;
  }
  const beyond = beyondBounds(body);
  if (beyond !== undefined) return noReply('too-large', `the JSON of the reply ${beyond}`);
  return body === outcome.body ? outcome : { ...outcome, body };
}
