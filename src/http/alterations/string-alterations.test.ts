import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import { replyHeader, type Reply } from '../exchange.ts';
import { asText, bodyOf } from '../request.ts';
import {
  CONTROL_NEAR_MISSES,
  FOREIGN_NEAR_MISSES,
  NEAR_MISSES,
  PLAIN_NEAR_MISSES,
  type NearMissName,
} from './near-misses.ts';
import { nearMiss } from './near-miss-making.ts';
import {
  alterString,
  isStringAlteration,
  STRING_ALTERATIONS,
  type StringAlteration,
} from './string-alterations.ts';

/** Characters of ids and secrets. */
const value = fc.string({ unit: fc.constantFrom(...'abcQqrZ019-_'), minLength: 1, maxLength: 40 });

const sameLength = (altered: string, text: string): boolean => altered.length === text.length;
/** Whether only the last character was changed, to this one. */
const endsIn =
  (last: string) =>
  (altered: string, text: string): boolean =>
    altered === text.slice(0, -1) + last;

/** What each alteration promises for any value. */
const PROMISES: Record<
  Exclude<StringAlteration, NearMissName>,
  (altered: string, text: string) => boolean
> = {
  'add-one': (altered, text) =>
    altered.length === text.length + 1 && altered.startsWith(text) && altered.at(-1) === text.at(-1),
  half: (altered, text) => altered.length === Math.ceil(text.length / 2) && text.startsWith(altered),
  doubled: (altered, text) => altered === `${text}${text}`,
  'far-too-long': (altered, text) => altered.length === 2000 && altered.startsWith(text),
  'swap-case': (altered, text) =>
    altered.toLowerCase() === text.toLowerCase() &&
    [...text].every((c, at) => /[a-z]/i.test(c) === (c !== altered[at])),
  'change-last': (altered, text) =>
    altered.length === text.length &&
    altered.slice(0, -1) === text.slice(0, -1) &&
    altered.at(-1) !== text.at(-1),
  'change-first': (altered, text) =>
    altered.length === text.length && altered.slice(1) === text.slice(1) && altered[0] !== text[0],
  'add-equals': (altered, text) => altered === `${text}=`,
  'pad-left': (altered, text) => altered === ` ${text}`,
  'pad-right': (altered, text) => altered === `${text} `,
  'blank-last': (altered, text) => altered === `${text.slice(0, -1)} `,
  empty: (altered) => altered === '',
  'lone-surrogate': endsIn('\ud800'),
  composed: endsIn('\u00e9'),
  decomposed: (altered, text) =>
    altered === `${text.slice(0, -2)}e\u0301` && (text.length < 2 || sameLength(altered, text)),
  'nul-last': endsIn('\0'),
  'nul-added': (altered, text) => altered === `${text}\0`,
  digits: (altered, text) => sameLength(altered, text) && /^\d+$/.test(altered),
  'number-like': (altered, text) => sameLength(altered, text) && (text.length < 3 || /^1e\d+$/.test(altered)),
  'hex-like': (altered, text) =>
    sameLength(altered, text) && (text.length < 3 || /^0x[\da-f]+$/.test(altered)),
  'prototype-name': (altered) => altered === '__proto__',
  'constructor-name': (altered) => altered === 'constructor',
  'look-alike': (altered, text) =>
    sameLength(altered, text) &&
    [...text].filter((c, at) => c !== altered[at]).length === 1 &&
    !/^[ -~]*$/.test(altered),
  'full-width-last': (altered, text) =>
    sameLength(altered, text) && altered !== text && altered.normalize('NFKC') === text,
  'zero-width': endsIn('\u200b'),
};

test.each(Object.keys(PROMISES) as (keyof typeof PROMISES)[])(
  '%s keeps its promise for any value',
  (alter) => {
    holds(
      fc.property(value, (text) => {
        const altered = alterString(text, alter);
        if (!PROMISES[alter](altered, text))
          throw new Error(`${JSON.stringify(text)} became ${JSON.stringify(altered)}`);
      }),
      60,
    );
  },
);

test.each([
  ['add-one', '', 'x'],
  ['change-last', 'aq', 'ar'],
  ['change-first', 'qa', 'ra'],
  ['swap-case', 'aB-9', 'Ab-9'],
  ['digits', 'abcdefghijkl', '012345678901'],
  ['number-like', 'playerann1', '1e23456789'],
  ['hex-like', 'playerann1', '0xcdef0123'],
  ['look-alike', 'Bella', 'B\u0435lla'],
  ['look-alike', 'BDFGH1', 'BDFGH\uff11'],
  ['full-width-last', 'playerann1', 'playerann\uff11'],
  ['full-width-last', 'ключ', 'клю\uff11'],
] as const)('%s turns %j into %j', (alter, text, altered) => {
  expect(alterString(text, alter)).toBe(altered);
});

test.each(Object.entries({ ...NEAR_MISSES, ...CONTROL_NEAR_MISSES }))(
  'the near miss %s is never the value itself',
  (_, making) => {
    const values = fc.oneof(
      value,
      fc.constantFrom('', '_', '%', 'null', '12345', 'ABC', 'abc', 'aba', '....'),
    );
    holds(
      fc.property(values, (text) => nearMiss(making, text) !== text),
      60,
    );
  },
);

test.each([
  ['upper-case', 'aB-9', 'AB-9'],
  ['upper-case', 'AB', 'ABx'],
  ['lower-case', 'aB-9', 'ab-9'],
  ['first-letter-case', '1aB', '1AB'],
  ['last-letter-case', 'aB9', 'ab9'],
  ['reversed', 'abc', 'cba'],
  ['reversed', 'aba', 'abax'],
  ['percent-encoded', 'k\u00e9', '%6b%c3%a9'],
  ['percent-encoded-last', 'ab', 'a%62'],
  ['sql-one-last', 'ab', 'a_'],
  ['sql-one-last', 'a_', 'a_x'],
  ['sql-all-one', 'abc', '___'],
  ['inner-blank', 'abc', 'a bc'],
  ['inner-dash', 'abc', 'a-bc'],
  ['other-separators', 'a-b_c.d', 'a_b-c-d'],
  ['no-separators', 'a-b_c.d', 'abcd'],
  ['backslash-last', 'abc', 'ab\\c'],
  ['kelvin', 'public-key', 'public-\u212aey'],
  ['kelvin', 'abc', 'ab\u212a'],
  ['dotless-i', 'BIRD', 'B\u0131RD'],
  ['accented', 'larks', 'l\u00e1rks'],
  ['full-width', 'a1 ', '\uff41\uff11 '],
  ['twice-by-comma', 'ab', 'ab,ab'],
  ['word-null', 'ab', 'null'],
] as const)('the near miss %s of %j is %j', (alter, text, near) => {
  expect(alterString(text, alter)).toBe(near);
});

test.each(['other-separators', 'no-separators'] as const)(
  'the words of %s say what a value without separators becomes',
  (alter) => {
    expect(alterString('abc', alter)).toBe('abcx');
    expect(STRING_ALTERATIONS[alter].words).toMatch(/, or else with an x behind it$/);
  },
);

test('alterations for header values contain no control character, and only ASCII if they say so', () => {
  const controls = Object.entries(NEAR_MISSES).filter(([, making]) =>
    /\p{Cc}/u.test(nearMiss(making, 'k1s')),
  );
  expect(controls).toEqual([]);
  const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
  for (const making of Object.values(PLAIN_NEAR_MISSES)) expect(isAscii(nearMiss(making, 'k1s'))).toBe(true);
  for (const making of Object.values(FOREIGN_NEAR_MISSES))
    expect(isAscii(nearMiss(making, 'k1s'))).toBe(false);
});

test('the names of the alterations are those of the table', () => {
  expect(Object.keys(STRING_ALTERATIONS)).toEqual([...Object.keys(PROMISES), ...Object.keys(NEAR_MISSES)]);
  expect(Object.keys(STRING_ALTERATIONS).every(isStringAlteration)).toBe(true);
  expect(['', 'Empty', 'constructor', '__proto__', 'toString'].some(isStringAlteration)).toBe(false);
});

test('a reply header is found by its name in any case; the first of several counts', () => {
  const reply: Reply = {
    kind: 'reply',
    status: 200,
    headers: [
      ['X-Other', 'a'],
      ['CONTENT-type', 'b'],
      ['Content-Type', 'c'],
    ],
    body: new Uint8Array(),
  };
  expect(replyHeader(reply, 'Content-Type')).toBe('b');
  expect(replyHeader(reply, 'content-TYPE')).toBe('b');
  expect(replyHeader(reply, 'Content-Typ')).toBeUndefined();
});

test.each([
  ['a text', 'k\u00e9y', 'k\u00e9y'],
  ['a secret', { secret: 'player' }, 'x'.repeat(64)],
  ['a secret that ends in a NUL', { secret: 'player', alter: 'nul-last' }, `${'x'.repeat(63)}\0`],
] as const)('the text in place of %s contains no part of a secret', (_, given, text) => {
  expect(asText(given)).toBe(text);
});

test.each([
  ['', []],
  ['é', [0xc3, 0xa9]],
  ['\u{1F99C}', [0xf0, 0x9f, 0xa6, 0x9c]],
  ['\uFEFF', [0xef, 0xbb, 0xbf]],
  ['\uD800', [0xef, 0xbf, 0xbd]],
])('a text body is sent as UTF-8: %j', (text, bytes) => {
  expect([...bodyOf(text)]).toEqual(bytes);
});
