/** Forms in which a backend may write a secret, at every place of a reply: masking leaves no part of it. */
import { describe, expect, it } from 'vitest';
import { maskerOf } from './mask.ts';
import { secretStoreOf } from './secrets.ts';

const VALUES = ['k7Fq2LmZ9xT4pW83vB', 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d', 'Zq8/+w=="x\\n9t\'Q5r'];

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

function base32(text: string): string {
  const bits = each(text, (code) => code.toString(2).padStart(8, '0'));
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

const FORMS: Readonly<Record<string, (text: string) => string>> = {
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
  'a list of bytes of UTF-16': (text) => `[${[...utf16(text)].join(',')}]`,
};

/** Puts a text at a place of a reply in the form that is masked: bodies are masked as JSON text. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'a header': (text) => text,
  'a status text': (text) => `No rule for ${text}`,
  'a debugMessage': (text) => JSON.stringify({ returnCode: -10, debugMessage: `key ${text} is unknown` }),
  'a tag': (text) => JSON.stringify({ tags: [{ key: 'vip', value: text }] }),
  'a URL': (text) => `/login?key=${encodeURIComponent(text)}&next=1`,
};

/** The length of the longest run of letters and digits that both texts contain, ignoring separators. */
function inCommon(masked: string, written: string): number {
  const [a, b] = [masked, written].map((text) => text.replaceAll(/[^0-9a-z]/gi, '')) as [string, string];
  let longest = 0;
  for (let from = 0; from + longest < b.length; from += 1)
    while (from + longest < b.length && a.includes(b.slice(from, from + longest + 1))) longest += 1;
  return longest;
}

describe.each(VALUES)('the secret %j', (value) => {
  const mask = maskerOf(secretStoreOf([{ name: 's', value, envName: 'S', public: false }]));
  it.each(Object.keys(FORMS).flatMap((form) => Object.keys(PLACES).map((place) => [form, place] as const)))(
    '%s in %s leaves nothing readable',
    (form, place) => {
      const written = FORMS[form]?.(value) ?? '';
      const masked = mask(PLACES[place]?.(written) ?? '');
      expect(masked).toContain('<secret:s>');
      // At most the padding and the characters that share an encoding with the neighbours remain.
      expect(inCommon(masked.replaceAll('<secret:s>', '\n'), written)).toBeLessThan(8);
    },
  );
});
