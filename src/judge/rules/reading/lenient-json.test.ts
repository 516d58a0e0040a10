/** Question text.lenient: how lenient parsers read a text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/test-helpers/property.ts';
import { fromPlain, kindOf, toText, type Json } from '../json.ts';
import { readLenient } from './lenient-json.ts';
import { json } from '../test-helpers/arbitrary-json.ts';

test('any JSON text is read as every strict parser reads it', () => {
  holds(
    fc.property(json, fc.constantFrom('first', 'last'), fc.nat({ max: 3 }), (text, repeats, indent) => {
      const plain: unknown = JSON.parse(text);
      const expected = { value: fromPlain(plain), repeats: false };
      expect(readLenient(text, repeats)).toMatchObject(expected);
      expect(readLenient(JSON.stringify(plain, undefined, indent), repeats)).toMatchObject(expected);
    }),
    300,
  );
});

test('a value is read back from its text unchanged', () => {
  holds(
    fc.property(json, (text) => {
      const value = fromPlain(JSON.parse(text));
      expect(readLenient(toText(value), 'last')?.value).toEqual(value);
      expect(fromPlain(JSON.parse(toText(value)))).toEqual(value);
    }),
    100,
  );
});

test('a string, list or object that is cut off has no reading', () => {
  holds(
    fc.property(json, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
      const cut = text.slice(0, Math.floor(text.length * share));
      if (/^["[{]/.test(text) && cut.length < text.length) expect(readLenient(cut, 'last')).toBeUndefined();
    }),
    100,
  );
});

const read = (text: string): unknown => {
  const found = readLenient(text, 'last');
  return found === undefined ? 'nothing' : toText(found.value);
};

describe('text that only lenient parsers read', () => {
  test.each([
    ['\uFEFF{"a":1}', '{"a":1}'],
    ['/* c */ {"a":1} // end', '{"a":1}'],
    ['{"a"/**/:/* : */1}', '{"a":1}'],
    ['[1,2,]', '[1,2]'],
    ['{"a":1,}', '{"a":1}'],
    ['[NaN]', '[null]'],
    ['[-Infinity,Infinity]', '[null,null]'],
    ['[+1,.5,5.,01,0x10]', '[1,0.5,5,1,16]'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['"\\ud800"', '"\\ud800"'],
    ['"\\ud83e\\udd9c"', '"🦜"'],
    ["{'a':1}", '{"a":1}'],
    ["'it\\'s'", '"it\'s"'],
    [`'a "b" \\"c\\" \\\\'`, '"a \\"b\\" \\"c\\" \\\\"'],
    ["{'a':'','b':\"'\"}", `{"a":"","b":"'"}`],
    ['{a:1}', '{"a":1}'],
    ['{ a_1-é$ : 1, "b":2 }', '{"a_1-é$":1,"b":2}'],
    ['{a:{b:[{c:1}]}}', '{"a":{"b":[{"c":1}]}}'],
    ['1 2', '1'],
    ['{} {}', '{}'],
    ['{"a":1}{"a":2}', '{"a":1}'],
    ['{}x', '{}'],
    ['{"a":1}}', '{"a":1}'],
    ['{} /* ', '{}'],
    ['{} /', '{}'],
    ['{"a":1}\u0000', '{"a":1}'],
    ["\uFEFF// c\n{a:'b',}}", '{"a":"b"}'],
  ])('%j is %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each([
    '',
    '\uFEFF',
    '{',
    '"',
    '"\\"',
    '"\\x"',
    '"a\nb"',
    "'",
    "'a",
    "'\\'",
    "'a\nb'",
    `'a"`,
    '{\'a":1}',
    '{a}',
    '{a b:1}',
    '{a:b}',
    '{a\u0000:1}',
    'x{}',
    '{"a":}',
    '{"a" 1}',
    '{,}',
    '[1 2]',
    '[1,,2]',
    '/* {} ',
    '--1',
    '\uFEFF\uFEFF{}',
  ])('%j has no reading either', (text) => {
    expect(read(text)).toBe('nothing');
  });
});

test('the first or the last value of a repeated name counts, and the repetition is reported', () => {
  const text = '{"a":1,"b":{"c":1,"c":2},"a":3}';
  expect(readLenient(text, 'first')).toMatchObject({
    value: new Map<string, Json>([
      ['a', 1],
      ['b', new Map([['c', 1]])],
    ]),
    repeats: true,
  });
  expect(toText(readLenient(text, 'last')?.value ?? null)).toBe('{"a":3,"b":{"c":2}}');
  expect(readLenient('{"a":1,"\\u0061":2}', 'last')).toMatchObject({
    value: new Map([['a', 2]]),
    repeats: true,
  });
  expect(readLenient('{"a":1,"b":{"a":1}}', 'last')?.repeats).toBe(false);
});

test('names of prototypes are ordinary names', () => {
  const text = '{"__proto__":{"a":1},"constructor":2,"toString":3}';
  expect(toText(readLenient(text, 'last')?.value ?? null)).toBe(text);
  expect(fromPlain(JSON.parse(text))).toEqual(readLenient(text, 'last')?.value);
});

test.each([500, 100_000])('%i levels are read without a stack overflow', (depth) => {
  const text = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const value = readLenient(`{"a":${text},'b':1}`, 'last')?.value;
  expect(value instanceof Map && value.get('b')).toBe(1);
  expect(readLenient(`{"a":${text}`, 'last')).toBeUndefined();
  expect(kindOf(fromPlain(JSON.parse(text)))).toBe('array');
  expect(() => toText(fromPlain(JSON.parse(text)))).not.toThrow();
});

test.each([
  ['brackets in strings', `["]",'}']`],
  ['comments', '[/* ] */ 1, // ]\n 2]'],
  ['objects', '{"a":{"b":[]}}'],
])('a value that is nested too deep is skipped: %s', (_, inner) => {
  const depth = 600;
  const text = `[${'['.repeat(depth)}${inner}${']'.repeat(depth)},7]`;
  expect(readLenient(text, 'last')?.value).toMatchObject({ length: 2, 1: 7 });
  expect(readLenient(text.slice(0, -2), 'last')).toBeUndefined();
});

test('reads half a million characters in strings, names, blanks, comments and digits, and after the value', () => {
  const many = 500_000;
  expect(readLenient(`"${'x'.repeat(many)}"`, 'last')?.value).toHaveLength(many);
  expect(readLenient(`"${'\\n'.repeat(many / 2)}"`, 'last')?.value).toHaveLength(many / 2);
  expect(readLenient(`${' '.repeat(many)}1`, 'last')?.value).toBe(1);
  expect(readLenient(`/*${'*'.repeat(many)}*/1`, 'last')?.value).toBe(1);
  expect(readLenient(`/*${'*'.repeat(many)}`, 'last')).toBeUndefined();
  expect(readLenient('1'.repeat(many), 'last')?.value).toBe(Number.POSITIVE_INFINITY);
  expect(readLenient(`"${'x'.repeat(many)}`, 'last')).toBeUndefined();
  expect(readLenient(`'${'"'.repeat(many)}'`, 'last')?.value).toHaveLength(many);
  expect(readLenient(`{${'x'.repeat(many)}:1}`, 'last')?.value).toHaveProperty('size', 1);
  expect(readLenient(`{}${'{'.repeat(many)}`, 'last')?.value).toEqual(new Map());
});
