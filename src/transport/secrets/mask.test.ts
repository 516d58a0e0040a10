import { describe, expect, it } from 'vitest';
import { replacesAll } from '../../http/alterations/near-miss-making.ts';
import { NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import {
  alterString,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import { maskerOf, shortSecrets } from './mask.ts';
import type { Secret } from '../../http/secret.ts';
import { secretStoreOf } from './secrets.ts';

const secret = (name: string, value: string, isPublic = false): Secret => ({
  name,
  value,
  envName: name.toUpperCase(),
  public: isPublic,
});
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

const unicodeEscaped = (text: string, hex: (digits: string) => string) =>
  Array.from(
    { length: text.length },
    (_, i) => `\\u${hex(text.charCodeAt(i).toString(16).padStart(4, '0'))}`,
  ).join('');
const percentAll = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&');

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json with slashes escaped': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  'json in json': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'lower-case \\u escapes': (text) => unicodeEscaped(text, (digits) => digits.toLowerCase()),
  'upper-case \\u escapes': (text) => unicodeEscaped(text, (digits) => digits.toUpperCase()),
  url: (text) => encodeURIComponent(text),
  'lower-case url': (text) => encodeURIComponent(text).replaceAll(/%../g, (each) => each.toLowerCase()),
  'every byte percent-encoded': percentAll,
  'form url': (text) => new URLSearchParams({ t: text }).toString().slice(2),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in json with slashes escaped': (text) =>
    Buffer.from(text)
      .toString('base64')
      .replaceAll('/', String.raw`\/`),
  'base64 after one byte': (text) => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`u:${text}`).toString('base64'),
  'base64url after five bytes': (text) => Buffer.from(`user:${text}`).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

/** The longest part of `text` that is still in `masked`. */
function leftOver(masked: string, text: string): number {
  let longest = 0;
  for (let from = 0; from + longest < text.length; from++) {
    while (from + longest < text.length && masked.includes(text.slice(from, from + longest + 1))) longest++;
  }
  return longest;
}

describe('a masked text', () => {
  describe.each(Object.keys(ENCODINGS))('in %s', (encoding) => {
    it.each(VALUES)('shows nothing of %j', (value) => {
      const encoded = ENCODINGS[encoding]?.(value) ?? '';
      const masked = masker(value)(`{"debugMessage":"key ${encoded} is unknown"}`);
      expect(masked).toContain('<secret:s0>');
      expect(masked).toMatch(/^\{"debugMessage":"key /);
      expect(masked).toMatch(/ is unknown"\}$/);
      // Base64 may keep the characters that hold bits of the neighbours, too, and its padding.
      expect(masked.length).toBeLessThanOrEqual(
        '{"debugMessage":"key <secret:s0> is unknown"}'.length + (encoding.startsWith('base64') ? 10 : 0),
      );
    });
  });

  /** Alterations that keep nothing of a secret. */
  const REPLACING: ReadonlySet<string> = new Set([
    'empty',
    'digits',
    'number-like',
    'hex-like',
    'prototype-name',
    'constructor-name',
    ...Object.entries(NEAR_MISSES).flatMap(([name, making]) => (replacesAll(making) ? [name] : [])),
  ]);
  const kept = Object.keys(STRING_ALTERATIONS).filter((name) => !REPLACING.has(name)) as StringAlteration[];
  const nearMisses = kept.filter((name) => Object.hasOwn(NEAR_MISSES, name));
  const alterations = kept.filter((name) => !nearMisses.includes(name));
  const plain = Object.keys(ENCODINGS).filter((name) => !name.startsWith('base64'));

  it.each(alterations.flatMap((alter) => plain.map((encoding) => [alter, encoding] as const)))(
    'shows nothing of a secret altered by %s, in %s',
    (alter, encoding) => {
      for (const value of ['k7Fq2LmZ9xT4', 'k7Fq2LmZ9xT4pW83vB']) {
        // As the wire writes it: half a surrogate pair becomes U+FFFD.
        const altered = Buffer.from(alterString(value, alter)).toString();
        if (alter === 'half' && altered.length < 8) continue;
        const encode = (text: string) => ENCODINGS[encoding]?.(text) ?? '';
        // What an alteration puts at the end is nothing of the secret.
        const added = /(?<=[!-~])(?:e\u0301|[^ -~])$/.exec(altered)?.[0] ?? '';
        const masked = masker(value)(`[${encode(altered)}]`).replace(`${encode(added)}]`, ']');
        expect(masked.length).toBeLessThanOrEqual('[<secret:s0>]'.length + 8);
        expect(masked.replace('<secret:s0>', '').replace(/\\u00../, '')).not.toMatch(/[0-9a-zA-Z]{3}/);
      }
    },
  );

  it.each(alterations)('shows next to nothing of a secret altered by %s, in base64', (alter) => {
    const value = 'k7Fq2LmZ9xT4pW83vB';
    for (const before of ['', ':', 'u:']) {
      const encoded = Buffer.from(before + alterString(value, alter)).toString('base64');
      const masked = masker(value)(encoded);
      expect(masked).toContain('<secret:s0>');
      expect(leftOver(masked, encoded)).toBeLessThan(12);
    }
  });

  /** Near misses that change the middle of a secret are searched for as text alone. */
  const isSearched = (alter: StringAlteration, encoding: string): boolean =>
    'pieces' in ((NEAR_MISSES as Record<string, object>)[alter] ?? {}) || !/hex|base64/.test(encoding);

  /** Every three characters in a row that a near miss still has of the secret; where it has none, its own. */
  function pieces(value: string, near: string): readonly string[] {
    const windows = (text: string): readonly string[] =>
      Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
    const shared = windows(value).filter((piece) => near.toLowerCase().includes(piece.toLowerCase()));
    return shared.length > 0 ? shared : windows(near);
  }

  it.each(
    nearMisses.flatMap((alter) =>
      plain.filter((name) => isSearched(alter, name)).map((encoding) => [alter, encoding] as const),
    ),
  )('shows nothing of a secret in the near miss %s, in %s', (alter, encoding) => {
    for (const value of ['k7Fq2LmZ9xT4', 'k7Fq2LmZ9xT4pW83vB']) {
      const near = alterString(value, alter);
      const encode = (text: string) => ENCODINGS[encoding]?.(text) ?? '';
      const masked = masker(value)(`[${encode(near)}]`).toLowerCase();
      expect(masked).toContain('<secret:s0>');
      const left = pieces(value, near).filter((piece) => masked.includes(encode(piece).toLowerCase()));
      expect(left).toEqual([]);
    }
  });

  it.each(nearMisses.filter((alter) => isSearched(alter, 'base64')))(
    'shows little of a secret in the near miss %s, in base64',
    (alter) => {
      const value = 'k7Fq2LmZ9xT4pW83vB';
      for (const before of ['', ':', 'u:']) {
        const encoded = Buffer.from(before + alterString(value, alter)).toString('base64');
        const masked = masker(value)(encoded);
        expect(masked).toContain('<secret:s0>');
        expect(leftOver(masked, encoded)).toBeLessThan(24);
      }
    },
  );

  it('is the same text where it holds no secret', () => {
    const text = JSON.stringify({ returnCode: -10, path: 'a\\b%20c/é', note: 'k7Fq 2LmZ' });
    expect(masker(...VALUES)(text)).toBe(text);
  });

  it('shows secrets that are public', () => {
    const mask = maskerOf(
      secretStoreOf([secret('open', 'public-key-0001', true), secret('player', 'k7Fq2LmZ9xT4')]),
    );
    expect(mask('public-key-0001 k7Fq2LmZ9xT4')).toBe('public-key-0001 <secret:player>');
  });

  it('names the longer of two secrets that begin alike, and shows nothing of it', () => {
    const mask = masker('sandbox-player-key', 'sandbox-player-key-of-group-7');
    expect(mask('(sandbox-player-key-of-group-7)')).toBe('(<secret:s1>)');
    expect(mask('(sandbox-player-key)')).toMatch(/^\(<secret:s[01]>\)$/);
  });

  it('shows nothing of two secrets that overlap', () => {
    expect(masker('abcdefghijkl', 'ijklmnopqrst')('-abcdefghijklmnopqrst-')).toBe('-<secret:s0>-');
  });

  it('has a marker for each of several secrets', () => {
    expect(masker('aaaaBBBBcccc', 'ddddEEEEffff')('aaaaBBBBcccc/ddddEEEEffff/aaaaBBBBcccc')).toBe(
      '<secret:s0>/<secret:s1>/<secret:s0>',
    );
  });

  it('is made from bytes that are not UTF-8, too', () => {
    const body = Buffer.concat([Buffer.from([0xff, 0x22]), Buffer.from('k7Fq2LmZ9xT4', 'latin1')]);
    expect(masker('k7Fq2LmZ9xT4')(body.toString())).toBe('\uFFFD"<secret:s0>');
    expect(masker('pässwört')(Buffer.from('"pässwört"', 'latin1').toString())).toBe('"<secret:s0>"');
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

  it('may hold anything', () => {
    expect(masker('$&-[é/')('"$&-[é/"')).toBe('"<secret:s0>"');
  });

  it('is named for a warning, unless it is public', () => {
    const secretStore = secretStoreOf([
      secret('a', 'abc'),
      secret('b', 'abc', true),
      secret('c', 'long-enough'),
    ]);
    expect(shortSecrets(secretStore)).toEqual(['a']);
  });

  it('of no characters is never masked', () => {
    expect(masker('', '  ')('a  b')).toBe('a  b');
  });
});

/** What would take minutes with a cost that grows by the square of the length. */
describe('of a megabyte, or a quarter of one,', () => {
  const secrets = Array.from({ length: 40 }, (_, i) => `secret-${i}-${'x7Kp2'.repeat(6)}${i}`);
  const mask = masker(...secrets);
  it.each([
    ['plain JSON', '{"key":"vip","value":"gold"},', 1 << 20],
    ['beginnings of secrets', 'ecret-1-x7Kp', 1 << 18],
    ['a secret repeated', `secret-1-${'x7Kp2'.repeat(6)}1`, 1 << 18],
    ['secrets', `secret-1-${'x7Kp2'.repeat(6)}1,`, 1 << 18],
    ['escapes', String.raw`\u0041\"%20`, 1 << 18],
    ['backslashes', '\\', 1 << 18],
    ['one character', 'a', 1 << 18],
  ])('%s no secret is left', (_, text, length) => {
    const masked = mask(text.repeat(length / text.length));
    expect(secrets.filter((value) => masked.includes(value))).toEqual([]);
  });
});
