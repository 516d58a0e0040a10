/** The text of a body's bytes: UTF-8, or as read by a parser that detects the encoding itself (question text.lenient). */

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const REPLACEMENT = '\uFFFD';

export interface Decoded {
  readonly text: string;
  /** Whether the bytes are valid UTF-8; if not, the text has U+FFFD in place of each broken sequence. */
  readonly valid: boolean;
}

export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: strictUtf8.decode(bytes), valid: true };
  } catch {
    return { text: looseUtf8.decode(bytes), valid: false };
  }
}

/** The text without the replaced sequences, as some decoders drop them. */
export const withoutReplacements = (text: string): string => text.replaceAll(REPLACEMENT, '');

type Decode = (bytes: Uint8Array) => string;

const decoderOf =
  (encoding: 'utf-16le' | 'utf-16be'): Decode =>
  (bytes) =>
    new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

const LAST_CODE_POINT = 0x10ffff;

const utf32 =
  (littleEndian: boolean): Decode =>
  (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts: string[] = [];
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      const code = view.getUint32(at, littleEndian);
      parts.push(code > LAST_CODE_POINT ? REPLACEMENT : String.fromCodePoint(code));
    }
    return parts.join('');
  };

const [UTF_16_LE, UTF_16_BE] = [decoderOf('utf-16le'), decoderOf('utf-16be')];
const [UTF_32_LE, UTF_32_BE] = [utf32(true), utf32(false)];

/** Which bytes are zero in the first character of an ASCII text, and which begin a byte order mark. */
const SIGNS: readonly (readonly [sign: readonly (number | 'any')[], decode: Decode])[] = [
  [[0, 0, 0xfe, 0xff], UTF_32_BE],
  [[0xff, 0xfe, 0, 0], UTF_32_LE],
  [[0xfe, 0xff], UTF_16_BE],
  [[0xff, 0xfe], UTF_16_LE],
  [[0, 0, 0, 'any'], UTF_32_BE],
  [['any', 0, 0, 0], UTF_32_LE],
  [[0, 'any'], UTF_16_BE],
  [['any', 0], UTF_16_LE],
];

const fits = (bytes: Uint8Array, sign: readonly (number | 'any')[]): boolean =>
  bytes.length >= sign.length &&
  sign.every((byte, at) => (byte === 'any' ? bytes[at] !== 0 : bytes[at] === byte));

/** The text of bytes that look like UTF-16 or UTF-32, with or without a byte order mark; undefined: they look like neither. */
export function decodeWide(bytes: Uint8Array): string | undefined {
  return SIGNS.find(([sign]) => fits(bytes, sign))?.[1](bytes);
}
