import {
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  nat,
  oneof,
  property,
  string,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPlain } from '../../../src/judge/rules/json.ts';
import { MAX_REQUEST_DEPTH, readStrictJson } from './strict-json.ts';

const read = (text: string) => readStrictJson(Buffer.from(text));
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON text, and whether some object in it has a name twice. */
interface Doc {
  readonly text: string;
  readonly twice: boolean;
}

const { doc } = letrec<{ doc: Doc; leaf: Doc; array: Doc; object: Doc }>((tie) => ({
  doc: oneof({ maxDepth: 3 }, tie('leaf'), tie('array'), tie('object')),
  leaf: constantFrom('1', 'null', '":"', '"{\\"a:"', '"\\\\"').map((text) => ({ text, twice: false })),
  array: array(tie('doc'), { maxLength: 3 }).map((items) => ({
    text: `[${items.map(({ text }) => text).join(', ')}]`,
    twice: items.some(({ twice }) => twice),
  })),
  object: array(tuple(constantFrom('a', 'b', 'a:b', '"a":', '\\', '__proto__', '{"'), tie('doc')), {
    maxLength: 3,
  }).map((pairs) => ({
    text: `{${pairs.map(([name, { text }]) => `${JSON.stringify(name)} : ${text}`).join(',')}}`,
    twice: new Set(pairs.map(([name]) => name)).size < pairs.length || pairs.some(([, { twice }]) => twice),
  })),
}));

const ALIKE = 'JSON that parsers read in different ways: ';

describe('a strict body', () => {
  it('reads every object as JSON.parse does', () => {
    assert(
      property(dictionary(string(), jsonValue({ maxDepth: 4 })), nat(3), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(read(text)).toEqual({ is: 'object', members: fromPlain(JSON.parse(text)) });
      }),
    );
  });

  it('is JSON exactly where JSON.parse says so', () => {
    const pieces = ['{', '}', '[', ']', ':', ',', '"', '"a"', '"b":', '1', '-', '.', 'e', 'null', '\\', ' '];
    assert(
      property(array(constantFrom(...pieces), { maxLength: 9 }), (chosen) => {
        const text = chosen.join('');
        const found = read(text);
        const refused = found.is === 'not-json' && !found.why.includes('twice');
        expect(refused).toBe(!parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses a name that occurs twice in one object, wherever that is, and no other', () => {
    assert(
      property(doc, ({ text, twice }) => {
        const found = read(text);
        expect(found.is === 'not-json' && found.why.includes('occurs twice in one object')).toBe(twice);
      }),
    );
  });

  it.each([
    ['text', 'hello', "not JSON: Unexpected token 'h'"],
    ['a truncated object', '{"a":', 'not JSON: Unexpected end of JSON input'],
    [
      'text behind the object',
      '{} x',
      'not JSON: Unexpected non-whitespace character after JSON at position 3',
    ],
    ['a byte order mark', '\uFEFF{}', 'not JSON: it begins with a byte order mark'],
    ['a repeated name', '{"b":{"a":1,"a":2}}', `${ALIKE}the name "a" occurs twice in one object`],
    [
      'a repeated name in other letters',
      '{"a":1,"\\u0061":2}',
      `${ALIKE}the name "a" occurs twice in one object`,
    ],
    ['half of a surrogate pair', '{"a":"\\ud83e"}', `${ALIKE}a string holds half of a surrogate pair`],
    ['half of a pair in a name', '{"\\udd9c":1}', `${ALIKE}a string holds half of a surrogate pair`],
    ['a number too large for a double', '{"a":[1e400]}', `${ALIKE}a number is beyond the range of a double`],
    ['a number too small for one', '{"a":-1E-400}', `${ALIKE}a number is beyond the range of a double`],
    [
      'too many levels',
      nested(MAX_REQUEST_DEPTH + 1),
      `${ALIKE}it is nested deeper than ${MAX_REQUEST_DEPTH} levels`,
    ],
    [
      'a hundred thousand levels',
      nested(100_000),
      `${ALIKE}it is nested deeper than ${MAX_REQUEST_DEPTH} levels`,
    ],
    ['a hundred thousand objects', '{"a":'.repeat(100_000), 'not JSON: Unexpected end of JSON input'],
  ])('refuses %s and says why', (_what, text, why) => {
    expect(read(text)).toEqual({ is: 'not-json', why });
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(readStrictJson(bytes)).toEqual({ is: 'not-json', why: 'not JSON: it is not UTF-8' });
  });

  it.each([
    ['null', 'no JSON object: it is null'],
    ['[]', 'no JSON object: it is an array'],
    ['3', 'no JSON object: it is a number'],
    ['"x"', 'no JSON object: it is a string'],
    ['false', 'no JSON object: it is a boolean'],
    [nested(MAX_REQUEST_DEPTH), 'no JSON object: it is an array'],
  ])('%s is not an object', (text, why) => {
    expect(read(text)).toEqual({ is: 'not-object', why });
  });

  it('takes whole pairs, escaped or not, and colons in strings', () => {
    const members = new Map([
      ['pair', '🦜🦜'],
      ['colons', ':::'],
    ]);
    expect(read('{"pair":"\\ud83e\\udd9c🦜","colons":":::"}')).toEqual({ is: 'object', members });
  });

  it('takes zero in any spelling, and the largest and the smallest of numbers', () => {
    const numbers = [0, -0, 0, 0, 1e308, 5e-324];
    expect(read('{"a":[0,-0,0e9,0.00E-400,1e308,5e-324]}')).toEqual({
      is: 'object',
      members: new Map([['a', numbers]]),
    });
  });

  it('takes __proto__, constructor and numbers as names like any other', () => {
    const text = '{"__proto__":{"userId":"x"},"constructor":1,"7":2}';
    const found = read(text);
    expect(found.is === 'object' && new Set(found.members.keys())).toEqual(
      new Set(['__proto__', 'constructor', '7']),
    );
  });
});
