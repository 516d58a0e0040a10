/** From what a recorder kept of a body to its bytes. Recorders cut, decode and re-encode: where that may have changed it, nothing is said of the body. */
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { MAX_BODY_BYTES } from '../../http/reply-bounds.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';

const [GZIP_MAGIC, ZLIB_DEFLATE] = [0x1f8b, 0x78];

/** The content codings. Brotli has no mark by which it is known. */
const CODINGS = [
  { is: (b: Buffer) => b.length > 2 && b.readUInt16BE(0) === GZIP_MAGIC, unpack: gunzipSync, pack: gzipSync },
  { is: (b: Buffer) => b[0] === ZLIB_DEFLATE, unpack: inflateSync, pack: deflateSync },
  {
    is: (_: Buffer, mayBeBrotli: boolean) => mayBeBrotli,
    unpack: brotliDecompressSync,
    pack: brotliCompressSync,
  },
] as const;

/** Unpacks bytes that are packed; undefined: they are not, `tooLong`: to more than a run reads. */
export function unpacked(bytes: Buffer, mayBeBrotli: boolean) {
  for (const { is, unpack, pack } of CODINGS)
    try {
      if (is(bytes, mayBeBrotli)) return { plain: unpack(bytes, { maxOutputLength: MAX_BODY_BYTES }), pack };
    } catch (error) {
      if (error instanceof RangeError) return 'tooLong';
    }
  return undefined;
}

/** The bytes of a text that shows each as one character; undefined: a recorder has not made it so. */
export const bytesAsText = (text: string): Buffer | undefined =>
  text.startsWith('\x1f\x8b') && !/[^\0-\xff]/.test(text) ? Buffer.from(text, 'latin1') : undefined;

/** The bytes of a text in base64; undefined: it is none. */
export function fromBase64(text: string): Buffer | undefined {
  const LEAST = 16;
  return text.length >= LEAST && /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

const isJson = (text: string): boolean => parsedJson(text) !== undefined;

/** Controls, and what is not UTF-8. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\0-\x08\x0e-\x1f\x7f-\x9f\uFFFD]/;

interface KeptBody {
  readonly text: string;
  readonly isBase64: boolean;
  /** Its Content-Encoding; empty: none. */
  readonly coding: string;
  /** How long the body is by what the recorder and the Content-Length say; recorders count it packed or unpacked. */
  readonly sizes: readonly unknown[];
}

/** The bytes as they were sent, unpacked, or why they are not known. */
export function recordedBody({ text, isBase64, coding, sizes }: KeptBody): Buffer | 'cut' | 'tooLong' {
  if (text.includes('\uFFFD')) return 'cut';
  const kept = isBase64 ? Buffer.from(text, 'base64') : (bytesAsText(text) ?? Buffer.from(text));
  const known = sizes.filter((size): size is number => typeof size === 'number' && size > 0);
  const isCoded = coding !== '' && coding !== 'identity';
  const found = unpacked(kept, coding === 'br');
  if (found === 'tooLong') return found;
  const plain = found?.plain ?? kept;
  if (plain.length > MAX_BODY_BYTES) return 'tooLong';
  const isWhole = isJson(plain.toString());
  // A coding that is not known, or packed bytes that were read as text. Most recorders unpack, and keep the header.
  if (isCoded && found === undefined && BINARY.test(plain.toString())) return 'cut';
  const fits = known.some((size) => size === plain.length || size === kept.length);
  if (!isWhole && !isBase64 && !known.includes(kept.length) && isJson(String(fromBase64(text)))) return 'cut';
  if (fits || known.length === 0 || isCoded || found !== undefined) return plain;
  // Another charset changes nothing of ASCII, and nothing is missing of what is JSON; what is no JSON may be cut.
  const isAscii = !/[^\0-\x7f]/.test(text);
  return isAscii && (isWhole || known.every((size) => size < kept.length)) ? plain : 'cut';
}
