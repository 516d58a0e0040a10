/** Secrets as backends may write them. */
import { gzipSync } from 'node:zlib';

const each = (text: string, write: (code: number) => string, between = ''): string =>
  [...text].map((character) => write(character.charCodeAt(0))).join(between);
const hex = (code: number): string => code.toString(16).padStart(2, '0');
const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

const percent = (text: string): string => each(text, (code) => `%${hex(code)}`);

function base32(text: string): string {
  const bits = each(text, (code) => code.toString(2).padStart(8, '0'));
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Forms in which a backend may write a secret. */
export const FORMS: Readonly<Record<string, (text: string) => string>> = {
  unchanged: (text) => text,
  reversed: (text) => [...text].toReversed().join(''),
  'with blanks between': (text) => [...text].join(' '),
  'with dashes between': (text) => [...text].join('-'),
  'in groups of four': (text) => (text.match(/.{1,4}/gs) ?? []).join(' '),
  'in other case': (text) => text.toUpperCase(),
  'base64 twice': (text) => base64(base64(text)),
  'base64 twice, after two bytes': (text) => base64(`a:${base64(`b:${text}`)}`),
  'base64 in lines': (text) => (base64(text).match(/.{1,8}/g) ?? []).join('\r\n'),
  'base64 of the reversed text': (text) => base64([...text].toReversed().join('')),
  base32,
  'base32 in lower case': (text) => base32(text).toLowerCase(),
  rot13,
  'decimal entities': (text) => each(text, (code) => `&#${code};`),
  'hexadecimal entities': (text) => each(text, (code) => `&#x${hex(code)};`),
  'named entities': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&apos;').replaceAll('<', '&lt;'),
  'x escapes': (text) => each(text, (code) => `\\x${hex(code)}`),
  'braced u escapes': (text) => each(text, (code) => `\\u{${hex(code)}}`),
  'octal escapes': (text) => each(text, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  'reversed hexadecimal': (text) => [...each(text, hex)].toReversed().join(''),
  'reversed base64': (text) => [...base64(text)].toReversed().join(''),
  'u escapes of URLs': (text) => each(text, (code) => `%u00${hex(code)}`),
  'a list of octal bytes': (text) => each(text, (code) => `0o${code.toString(8)}`, ' '),
  'a list of decimal bytes': (text) => `[${each(text, String, ', ')}]`,
  'a list of hexadecimal bytes': (text) => each(text, (code) => `0x${hex(code)}`, ', '),
  'hexadecimal with blanks': (text) => each(text, hex, ' '),
  'hexadecimal with colons': (text) => each(text, hex, ':'),
  'UTF-16': (text) => utf16(text).toString('latin1'),
  'UTF-16, big endian': (text) => utf16(text).swap16().toString('latin1'),
  'UTF-16 in hexadecimal': (text) => utf16(text).toString('hex'),
  'base64 of UTF-16': (text) => base64(utf16(text)),
  'base64 of UTF-16, big endian': (text) => base64(utf16(text).swap16()),
  'hexadecimal of hexadecimal': (text) => each(each(text, hex), hex),
  'hexadecimal of base64': (text) => each(base64(text), hex),
  'hexadecimal of a URL': (text) => each(percent(text), hex),
  'base64 of hexadecimal': (text) => base64(`a${each(text, hex)}b`),
  'base64 of a URL': (text) => base64(`?${percent(text)}`),
  'a URL of base64': (text) => percent(base64(text)),
  'a URL of hexadecimal': (text) => percent(each(text, hex)),
  'a URL of a URL': (text) => percent(percent(text)),
  'zipped, in base64': (text) => base64(gzipSync(`{"key":"${text}"}`)),
  'with characters without width between': (text) => [...text].join('\u200b'),
  'with characters without width, as latin1': (text) =>
    [...text].join(Buffer.from('\u200d').toString('latin1')),
  'with variation selectors': (text) => [...text].join('\ufe0f'),
  'with tags between': (text) => [...text].join('\u{e0061}'),
  'the first half': (text) => text.slice(0, text.length >> 1),
  'the second half': (text) => text.slice(-(text.length >> 1)),
  'the second half in base64': (text) => base64(text.slice(-(text.length >> 1))),
  'the second half in hexadecimal': (text) => each(text.slice(-(text.length >> 1)), hex),
  'a list of bytes of UTF-16': (text) => `[${[...utf16(text)].join(',')}]`,
};
