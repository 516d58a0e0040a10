/** Other writings of a whole secret that a reader turns back with ease: reversed, shifted letters, base32, UTF-16, base64 twice. */

export interface Disguise {
  readonly text: string;
  /** Whether letter case counts. */
  readonly exact: boolean;
}

export function reversed(text: string): string {
  return [...text].toReversed().join('');
}

const thirteenOn = (letter: string, first: number): string =>
  String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);

/** Each letter by the one thirteen places on. */
function shifted(text: string): string {
  return text
    .replaceAll(/[a-z]/g, (each) => thirteenOn(each, 97))
    .replaceAll(/[A-Z]/g, (each) => thirteenOn(each, 65));
}

/** A digit of base 2^bits for each group of bits that these bytes alone decide, where `shift` bytes stand before them. */
function digitsOf(bytes: Buffer, shift: number, bits: number, alphabet: string): string {
  const first = Math.ceil((shift * 8) / bits);
  const end = Math.floor(((shift + bytes.length) * 8) / bits);
  const mask = 2 ** bits - 1;
  let text = '';
  for (let digit = first; digit < end; digit += 1) {
    const bit = digit * bits;
    const byte = (bit >> 3) - shift;
    // A digit has at most eight bits, so that two bytes hold it.
    const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    text += alphabet[(pair >> (16 - bits - (bit & 7))) & mask];
  }
  return text;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const base32 = (bytes: Buffer): readonly string[] =>
  [0, 1, 2, 3, 4].flatMap((shift) =>
    [BASE32, BASE32_HEX].map((alphabet) => digitsOf(bytes, shift, 5, alphabet)),
  );

/** The characters of base64 that the bytes alone decide, in both alphabets, wherever they are in a group of three. */
export function base64Forms(bytes: Buffer): readonly string[] {
  const forms = [0, 1, 2].flatMap((shift) =>
    [`${LETTERS}+/`, `${LETTERS}-_`].map((alphabet) => digitsOf(bytes, shift, 6, alphabet)),
  );
  return [...new Set(forms)];
}

/** The bytes of UTF-16 that both byte orders share: the first half of the first unit, or the last of the last, is left out. */
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').subarray(0, -1);

const inAnyCase = (text: string): Disguise => ({ text, exact: false });
const asItIs = (text: string): Disguise => ({ text, exact: true });

/** The disguises of a secret. */
export function disguisesOf(value: string): readonly Disguise[] {
  const bytes = Buffer.from(value);
  const twice = base64Forms(bytes).flatMap((once) => base64Forms(Buffer.from(once)));
  const back = Buffer.from(reversed(value));
  return [
    inAnyCase(reversed(value)),
    inAnyCase(shifted(value)),
    inAnyCase(back.toString('hex')),
    inAnyCase(reversed(bytes.toString('hex'))),
    inAnyCase(utf16(value).toString('hex')),
    ...base32(bytes).map(inAnyCase),
    ...[
      ...base64Forms(back),
      ...base64Forms(bytes).map(reversed),
      ...base64Forms(utf16(value)),
      ...new Set(twice),
    ].map(asItIs),
  ];
}
