import { describe, expect, it } from 'vitest';
import type { Making } from '../alterations/near-miss-making.ts';
import { NEAR_MISSES } from '../alterations/near-misses.ts';
import { alterString, STRING_ALTERATIONS, type StringAlteration } from '../alterations/string-alterations.ts';
import { maskerOf } from './mask.ts';
import type { Mask } from '../secret.ts';
import { secretStoreOf } from './secrets.ts';
import { secret } from '../test-helpers/requests.ts';

const masker = (...values: readonly string[]) =>
  maskerOf(secretStoreOf(values.map((value, i) => secret(`s${i}`, value))));
/** A masker costs more than what it masks here. */
const maskers = new Map<string, Mask>();
const maskerFor = (value: string): Mask => {
  const mask = maskers.get(value) ?? masker(value);
  maskers.set(value, mask);
  return mask;
};

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
      const masked = maskerFor(value)(`{"debugMessage":"key ${encoded} is unknown"}`);
      expect(masked).toContain('<secret:s0>');
      expect(masked).toMatch(/^\{"debugMessage":"key /);
      expect(masked).toMatch(/ is unknown"\}$/);
      // Base64 may keep the characters that hold bits of the neighbours, too, and its padding.
      expect(masked.length).toBeLessThanOrEqual(
        '{"debugMessage":"key <secret:s0> is unknown"}'.length + (encoding.startsWith('base64') ? 10 : 0),
      );
    });
  });

  /** Whether nothing of the value is left in the near miss. */
  const replacesAll = (making: Making): boolean =>
    'pieces' in making
      ? making.pieces.every((piece) => typeof piece === 'string')
      : 'computed' in making &&
        ['underscores', 'percent-signs', 'dots', 'question-marks'].includes(making.computed);

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

  const SHORT = 'k7Fq2LmZ9xT4';
  const LONG = 'k7Fq2LmZ9xT4pW83vB';
  const encode = (encoding: string, text: string): string => ENCODINGS[encoding]?.(text) ?? '';
  /** A text in base64, at each of the three ways in which its bytes may fall. */
  const inBase64 = (text: string): readonly string[] =>
    ['', ':', 'u:'].map((before) => Buffer.from(before + text).toString('base64'));

  it.each(alterations)('shows nothing of a secret altered by %s', (alter) => {
    for (const value of [SHORT, LONG]) {
      // As the wire writes it: half a surrogate pair becomes U+FFFD.
      const altered = Buffer.from(alterString(value, alter)).toString();
      if (alter === 'half' && altered.length < 8) continue;
      // What an alteration puts at the end is nothing of the secret.
      const added = /(?<=[!-~])(?:e\u0301|[^ -~])$/.exec(altered)?.[0] ?? '';
      for (const encoding of plain) {
        const text = maskerFor(value)(`[${encode(encoding, altered)}]`);
        const masked = text.replace(`${encode(encoding, added)}]`, ']');
        expect(masked.length, encoding).toBeLessThanOrEqual('[<secret:s0>]'.length + 8);
        expect(masked.replace('<secret:s0>', '').replace(/\\u00../, ''), encoding).not.toMatch(
          /[0-9a-zA-Z]{3}/,
        );
      }
    }
  });

  it.each(alterations)('shows next to nothing of a secret altered by %s, in base64', (alter) => {
    for (const encoded of inBase64(alterString(LONG, alter))) {
      const masked = maskerFor(LONG)(encoded);
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

  it.each(nearMisses)('shows nothing of a secret in the near miss %s', (alter) => {
    for (const value of [SHORT, LONG]) {
      const near = alterString(value, alter);
      for (const encoding of plain.filter((name) => isSearched(alter, name))) {
        const masked = maskerFor(value)(`[${encode(encoding, near)}]`).toLowerCase();
        expect(masked, encoding).toContain('<secret:s0>');
        const left = pieces(value, near).filter((piece) =>
          masked.includes(encode(encoding, piece).toLowerCase()),
        );
        expect(left, encoding).toEqual([]);
      }
    }
  });

  it.each(nearMisses.filter((alter) => isSearched(alter, 'base64')))(
    'shows little of a secret in the near miss %s, in base64',
    (alter) => {
      for (const encoded of inBase64(alterString(LONG, alter))) {
        const masked = maskerFor(LONG)(encoded);
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

  it('of no characters is never masked', () => {
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
    ['a secret repeated', `secret-1-${'x7Kp2'.repeat(6)}1`, 1 << 16],
    ['secrets', `secret-1-${'x7Kp2'.repeat(6)}1,`, 1 << 16],
    ['escapes', String.raw`\u0041\"%20`, 1 << 16],
    ['backslashes', '\\', 1 << 16],
    ['one character', 'a', 1 << 16],
  ])('%s no secret is left', (_, text, length) => {
    const masked = mask(text.repeat(length / text.length));
    expect(secrets.filter((value) => masked.includes(value))).toEqual([]);
  });
});
