import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../../test/test-helpers/deep.ts';
import { holds } from '../../../test/test-helpers/property.ts';
import { alterString, type StringAlteration } from '../alterations/string-alterations.ts';
import { secret } from '../test-helpers/requests.ts';
import { maskerOf } from './mask.ts';
import { secretFinderOf } from './secret-finder.ts';
import { secretStoreOf } from './secrets.ts';

const masker = (...values: readonly string[]) =>
  maskerOf(secretStoreOf(values.map((value, i) => secret(`s${i}`, value))));

const VALUES = [
  'k7Fq2LmZ9xT4',
  'eight888',
  'Zq8/+w=="\\\n\t\'quoted',
  '$&$1$`^.*+?()[]{}|\\d',
  'two words and more',
  'pässwörd-ключ-😀-end',
  'a%41b%2Fc%zz-0123456789',
  '<b>&amp;</b>:3000',
  String.raw`back\u0041slash\ntext\\`,
  `eyJhbGciOi.${'JIUzI1NiIsInR5cCI6IkpXVCJ9'.repeat(40)}.c2ln`,
];

const jsonOf = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicodeEscaped = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** The forms in which a secret is found. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  json: jsonOf,
  'json with slashes escaped': (text) => jsonOf(text).replaceAll('/', String.raw`\/`),
  'json in json': (text) => jsonOf(jsonOf(text)),
  '\\u escapes': unicodeEscaped,
  'upper-case \\u escapes': (text) => unicodeEscaped(text).toUpperCase().replaceAll('\\U', '\\u'),
  url: encodeURIComponent,
  'every byte percent-encoded': (text) => hexOf(text).replaceAll(/../g, '%$&'),
  'url in json': (text) => jsonOf(encodeURIComponent(text)),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in json with slashes escaped': (text) =>
    Buffer.from(text)
      .toString('base64')
      .replaceAll('/', String.raw`\/`),
  'base64 after one byte': (text) => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`u:${text}`).toString('base64'),
  hex: hexOf,
  'upper-case hex': (text) => hexOf(text).toUpperCase(),
};

describe('a masked text', () => {
  describe.each(Object.keys(FORMS))('in %s', (form) => {
    it.each(VALUES)('shows nothing of %j', (value) => {
      const masked = masker(value)(`{"debugMessage":"key ${FORMS[form]?.(value)} is unknown"}`);
      // Base64 may keep the characters that hold bits of the neighbours, too, and its padding.
      const around = form.startsWith('base64') ? '.{0,4}' : '';
      expect(masked).toMatch(
        new RegExp(`^{"debugMessage":"key ${around}<secret:s0>${around} is unknown"}$`, 's'),
      );
    });
  });

  const LONG = 'k7Fq2LmZ9xT4pW83vB';
  it.each<StringAlteration>(['cut-one', 'doubled', 'half', 'pad-left', 'backslash-last'])(
    'shows nothing of a secret altered by %s, nor in base64 or hexadecimal',
    (alter) => {
      const altered = alterString(LONG, alter);
      for (const text of [altered, Buffer.from(altered).toString('base64'), hexOf(altered)]) {
        const masked = masker(LONG)(`[${text}]`);
        const left = masked.replaceAll('<secret:s0>', '§');
        expect(left).toContain('§');
        expect(left.length).toBeLessThan(12);
      }
    },
  );

  const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.+/=';
  const isSure = (half: string): boolean => /\d/.test(half) && /[a-z]/i.test(half);
  const anyValue = fc
    .string({ unit: fc.constantFrom(...LETTERS), minLength: 16, maxLength: 60 })
    .filter((text) => [...text.matchAll(/(?=(.{8}))/g)].every(([, piece = '']) => isSure(piece)));
  const around = fc
    .array(fc.constantFrom('{"a":"', '", ', ' ', 'key', ':', '=', '\\n', 'é', '1, ', '<b>', '%20'))
    .map((parts) => `${parts.join('')} `);

  it('takes out a half of which only a piece across the usual ones holds a letter and a digit', () => {
    const value = String.raw`WNN39u4nzd"/\z7R10F3fMG+%=lkyQomDOrm`;
    const half = value.slice(value.length / 2);
    expect(masker(value)(`{"code":"${half}"}`)).toBe('{"code":"<secret:s0>"}');
  });

  it('takes out the half of a value that was sent cut, which is less than a half of it', () => {
    const value = String.raw`s_01-bXjnP"/\WYg_vwHuBR+%=PbfBXDJA49`;
    expect(masker(value)(`(${value.slice(-18, -1)})`)).toBe('(<secret:s0>)');
  });

  it('shows no eight characters of any secret, of either half, in any form and anywhere, and it is found', () => {
    holds(
      fc.property(
        anyValue,
        around,
        fc.constantFrom(...Object.keys(FORMS)),
        fc.nat(2),
        (value, beside, form, part) => {
          const length = Math.floor(value.length / 2);
          const said = [value, value.slice(0, length), value.slice(-length)][part] ?? value;
          const text = `${beside}${FORMS[form]?.(said)} ${beside}`;
          const masked = masker(value)(text);
          const plain = masked.replaceAll('<secret:s0>', '§');
          if (plain.length > 2 * beside.length + 2 + 8)
            throw new Error(`${form} of ${said}: ${text} became ${masked}`);
          const found = secretFinderOf(secretStoreOf([secret('s', value)]))(text);
          if (found !== 's') throw new Error(`${form} of ${said} is not found: ${text}`);
        },
      ),
      DEEP ? 3000 : 500,
    );
  });

  it('is the same text where it holds no secret', () => {
    const text = JSON.stringify({ returnCode: -10, path: 'a\\b%20c/é', note: 'k7Fq 2LmZ' });
    expect(masker(...VALUES)(text)).toBe(text);
  });

  it('shows nothing of a secret in other letter case', () => {
    expect(masker(LONG)(`(${LONG.toUpperCase()})`)).toBe('(<secret:s0>)');
  });

  it('keeps words that a secret has, too', () => {
    expect(masker('sandboxed-x8Gr3MnY0')('the sandboxed game')).toBe('the sandboxed game');
  });

  it('shows secrets that are public', () => {
    const store = secretStoreOf([secret('open', 'public-key-0001', true), secret('player', 'k7Fq2LmZ9xT4')]);
    expect(maskerOf(store)('public-key-0001 k7Fq2LmZ9xT4')).toBe('public-key-0001 <secret:player>');
  });

  it('names the longer of two secrets that begin alike, and each of several', () => {
    const mask = masker('sandbox-player-key', 'sandbox-player-key-of-group-7');
    expect(mask('(sandbox-player-key-of-group-7)')).toBe('(<secret:s1>)');
    expect(mask('(sandbox-player-key)')).toMatch(/^\(<secret:s[01]>\)$/);
    expect(masker('abcdefghijkl', 'ijklmnopqrst')('-abcdefghijklmnopqrst-')).toBe('-<secret:s0>-');
    expect(masker('aaaaBBBBcccc', 'ddddEEEEffff')('aaaaBBBBcccc/ddddEEEEffff/aaaaBBBBcccc')).toBe(
      '<secret:s0>/<secret:s1>/<secret:s0>',
    );
  });
});

describe('a short secret', () => {
  it.each([
    ['abc', '<secret:s0>'],
    ['{"key":"abc"}', '{"key":"<secret:s0>"}'],
    ['Secret-Key: abc', 'Secret-Key: <secret:s0>'],
    ['abcd xabc abc_ éabc', 'abcd xabc abc_ éabc'],
    [String.raw`{"key":"\u0061bc"}`, '{"key":"<secret:s0>"}'],
  ])('in %j is masked as a whole value only', (text, masked) => {
    expect(masker('abc')(text)).toBe(masked);
  });

  it('may hold anything, and where that is nothing is never masked', () => {
    expect(masker('$&-[é/')('"$&-[é/"')).toBe('"<secret:s0>"');
    expect(masker('', '  ')('a  b')).toBe('a  b');
  });
});

/** What would take very long with a cost that grows by the square of the length. */
describe('of a quarter of a megabyte, or less,', () => {
  const secrets = Array.from({ length: 40 }, (_, i) => `secret-${i}-${'x7Kp2'.repeat(6)}${i}`);
  const mask = masker(...secrets);
  it.each([
    ['plain JSON', '{"key":"vip","value":"gold"},', 1 << 18],
    ['beginnings of secrets', 'ecret-1-x7Kp', 1 << 16],
    ['secrets', `secret-1-${'x7Kp2'.repeat(6)}1,`, 1 << 16],
    ['escapes', String.raw`\u0041\"%20`, 1 << 16],
    ['backslashes', '\\', 1 << 16],
    ['one character', 'a', 1 << 16],
  ])('%s no secret is left', (_, text, length) => {
    const masked = mask(text.repeat(length / text.length));
    expect(secrets.filter((value) => masked.includes(value))).toEqual([]);
  });
});
