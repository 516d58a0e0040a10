/** Other writings of a whole secret that a reader turns back with ease: reversed, shifted letters, base32, UTF-16, encoded twice. */

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

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** The digits of base 32 that these bytes alone decide, where `shift` bytes stand before them. */
function base32Of(bytes: Buffer, shift: number, alphabet: string): string {
  let text = '';
  for (let bit = Math.ceil((shift * 8) / 5) * 5; bit + 5 <= (shift + bytes.length) * 8; bit += 5) {
    const byte = (bit >> 3) - shift;
    const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    text += alphabet[(pair >> (16 - 5 - (bit & 7))) & 31];
  }
  return text;
}

const base32 = (bytes: Buffer): readonly string[] =>
  [0, 1, 2, 3, 4].flatMap((shift) =>
    [BASE32, BASE32_HEX].map((alphabet) => base32Of(bytes, shift, alphabet)),
  );

/** The characters of base64 that the bytes alone decide, in both alphabets, wherever they are in a group of three. */
export function base64Forms(bytes: Buffer): readonly string[] {
  const forms = [0, 1, 2].flatMap((shift) => {
    const led = Buffer.concat([Buffer.alloc(shift), bytes]);
    const [from, to] = [Math.ceil((shift * 8) / 6), Math.floor((led.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((alphabet) => led.toString(alphabet).slice(from, to));
  });
  return [...new Set(forms)];
}

const percentEncoded = (hex: string): string => hex.replaceAll(/../g, '%$&');

/** The bytes in hexadecimal, in base64 and as a URL has them: a second encoding follows. The URL of these is read as any other. */
function encodedOnce(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = [bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
  const inUrls = [...hex.map(percentEncoded), encodeURIComponent(bytes.toString())];
  return [...base64Forms(bytes), ...hex, ...inUrls].filter((text) => text !== value);
}

/** The bytes of UTF-16 that both byte orders share: the first half of the first unit, or the last of the last, is left out. */
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').subarray(0, -1);

const inAnyCase = (text: string): Disguise => ({ text, exact: false });
const asItIs = (text: string): Disguise => ({ text, exact: true });

/** The disguises of a secret. */
export function disguisesOf(value: string): readonly Disguise[] {
  const bytes = Buffer.from(value);
  const once = encodedOnce(value).map((text) => Buffer.from(text));
  const back = Buffer.from(reversed(value));
  return [
    inAnyCase(reversed(value)),
    inAnyCase(shifted(value)),
    inAnyCase(back.toString('hex')),
    inAnyCase(reversed(bytes.toString('hex'))),
    inAnyCase(utf16(value).toString('hex')),
    ...once.map((each) => inAnyCase(each.toString('hex'))),
    ...base32(bytes).map(inAnyCase),
    ...[
      ...base64Forms(back),
      ...base64Forms(bytes).map(reversed),
      ...base64Forms(utf16(value)),
      ...once.flatMap(base64Forms),
    ].map(asItIs),
  ];
}

/** Whether words and names can't make up a text by chance. */
export const isUnlikely = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/** Both halves of a long secret; none that may be a part of a word, or of any other text. */
export function halvesOf(value: string, leastLength: number): readonly string[] {
  const length = Math.floor(value.length / 2);
  return [value.slice(0, length), value.slice(-length)].filter(
    (half) => half.length >= leastLength && isUnlikely(half),
  );
}
