/** Questions text.lenient and body.empty: how a backend may read a body. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/test-helpers/property.ts';
import { readBodies } from './body-readings.ts';
import { toText } from '../json.ts';
import { json } from '../test-helpers/arbitrary-json.ts';

const bytesOf = (text: string | readonly number[]): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text) : Uint8Array.from(text);

/** Describes each reading in order as `option: body`. */
const describeReadings = (bytes: Uint8Array): readonly string[] =>
  readBodies(bytes).map(({ body, when }) => {
    const options = when.map(({ question, option }) => `${question}=${option}`).join('&');
    return `${options}: ${body.is === 'object' ? toText(body.members) : body.is}`;
  });

test('plain JSON has one reading, the same for every parser', () => {
  holds(
    fc.property(json, fc.nat({ max: 2 }), (text, indent) => {
      const plain: unknown = JSON.parse(text);
      const readings = readBodies(bytesOf(JSON.stringify(plain, undefined, indent)));
      // Parsers differ on half a surrogate pair and on names of prototypes.
      if (/\\ud[89a-f]|__proto__|constructor|prototype/.test(text)) return;
      expect(readings.map(({ when }) => when)).toEqual([[]]);
      const isMembers = typeof plain === 'object' && plain !== null && !Array.isArray(plain);
      expect(readings[0]?.body.is).toBe(isMembers ? 'object' : 'not-object');
    }),
    200,
  );
});

const PLAIN = (body: string): readonly string[] => [`: ${body}`];
const REFUSED = 'text.lenient=refused: not-json';
/** Refused, or read as one of these bodies. */
const LENIENT = (...bodies: readonly string[]): readonly string[] => [
  REFUSED,
  ...bodies.map((body) => `text.lenient=one reading: ${body}`),
];
/** JSON by its grammar, which a parser may refuse all the same, and read as one of these. */
const FREE = (...values: readonly string[]): readonly string[] =>
  ['not-json', ...values].map((value) => `: ${value}`);

/** Read, or refused for the name of a member. */
const NAMED = (body: string): readonly string[] => [
  `body.prototype=ignored: ${body}`,
  'body.prototype=refused: not-json',
];

const BOM = '\uFEFF';
const utf16le = (text: string): readonly number[] => [...Buffer.from(text, 'utf16le')];
const utf16be = (text: string): readonly number[] => [...Buffer.from(text, 'utf16le').swap16()];
const utf32 = (text: string, at: 0 | 3): readonly number[] =>
  [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const bytes = [code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255];
    return at === 0 ? bytes.toReversed() : bytes;
  });
const utf32le = (text: string): readonly number[] => utf32(text, 0);
const utf32be = (text: string): readonly number[] => utf32(text, 3);

describe('a body in an encoding other than UTF-8 is refused, or read in that encoding', () => {
  const encodings = { utf16le, utf16be, utf32le, utf32be };
  const each = Object.entries(encodings).flatMap(([name, encode]) =>
    ['', BOM].map((mark) => [name, mark === '' ? 'without' : 'with', mark, encode] as const),
  );

  test.each(each)('%s %s a byte order mark', (_, __, mark, encode) => {
    expect(describeReadings(bytesOf(encode(`${mark}{"a":"é🦜"}`)))).toEqual(LENIENT('{"a":"é🦜"}'));
    expect(describeReadings(bytesOf(encode(`${mark}{'a':1,a:2} x`)))).toEqual(LENIENT('{"a":1}', '{"a":2}'));
    expect(describeReadings(bytesOf(encode(`${mark}{"a":`)))).toEqual(PLAIN('not-json'));
    expect(describeReadings(bytesOf(encode(`${mark}{"a":1}`).slice(0, -1)))[0]).toMatch(/: not-json$/);
  });
});

describe('a body', () => {
  test.each<readonly [string, string | readonly number[], readonly string[]]>([
    ['that is a list', '[{}]', PLAIN('not-object')],
    ['that is not JSON', 'getTag', PLAIN('not-json')],
    ['that is cut', '{"a":1', PLAIN('not-json')],
    ['with text after it', '{"a":1} x', LENIENT('{"a":1}')],
    ['of a list with text after it', '[] x', LENIENT('not-object')],
    ['with names without quotes after text', 'x {"a":1}', PLAIN('not-json')],
    ['with names without quotes', '{a:1}', LENIENT('{"a":1}')],
    ['with names without quotes, twice, and text after it', '{a:1,a:2} x', LENIENT('{"a":1}', '{"a":2}')],
    ['with a NUL', '{}\0', LENIENT('{}')],
    ['with a raw line end in a string', '{"a":"\n"}', PLAIN('not-json')],
    ['with __proto__', '{"__proto__":{"a":1}}', NAMED('{"__proto__":{"a":1}}')],
    ['with constructor', '{"constructor":1}', NAMED('{"constructor":1}')],
    ['with prototype deep in it', '{"a":[{"b":{"prototype":1}}]}', NAMED('{"a":[{"b":{"prototype":1}}]}')],
    ['with __proto__ in escapes', '{"\\u005f_proto__":1}', NAMED('{"__proto__":1}')],
    ['with __proto__ as a value', '{"a":"__proto__"}', PLAIN('{"a":"__proto__"}')],
    ['that is a list with __proto__ in it', '[{"__proto__":1}]', PLAIN('not-object')],
    [
      'with __proto__ and text after it',
      '{"__proto__":1}x',
      [
        REFUSED,
        'text.lenient=one reading&body.prototype=ignored: {"__proto__":1}',
        'text.lenient=one reading&body.prototype=refused: not-json',
      ],
    ],
    ['with an escaped pair of surrogates', '{"a":"\\ud83e\\udd9c"}', PLAIN('{"a":"🦜"}')],
    ['with an escaped pair in capitals', '{"a":"\\uD83E\\uDD9C"}', PLAIN('{"a":"🦜"}')],
    ['with two escaped pairs', '{"a":"\\ud83e\\udd9c\\ud83e\\udd9c"}', PLAIN('{"a":"🦜🦜"}')],
    ['with what looks like half a pair', '{"a":"\\\\ud800"}', PLAIN('{"a":"\\\\ud800"}')],
    ['of other JSON numbers', '[1e308,-0,0e9,0.0E-400,5e-324,-1.5E+2]', PLAIN('not-object')],
    ['with a number too large for a double', '{"a":1e400}', FREE('{"a":null}', '{"a":null}')],
    ['with a number too small for one', '{"a":-1E-400}', FREE('{"a":0}', '{"a":0}')],
    ['with a number of many zeros', `{"a":0.${'0'.repeat(400)}1}`, FREE('{"a":0}', '{"a":0}')],
    ['empty', '', ['body.empty=refused: not-json', 'body.empty=as {}: {}']],
    ['blank', ' \r\n\t', ['body.empty=refused: not-json', 'body.empty=as {}: {}']],
    ['after a byte order mark', '\uFEFF{"a":1}', LENIENT('{"a":1}', '{"a":1}')],
    ['with a comment', '{"a":1/**/}', LENIENT('{"a":1}', '{"a":1}')],
    ['with NaN', '{"a":NaN}', LENIENT('{"a":null}', '{"a":null}', '{"a":"NaN"}')],
    [
      'with half a pair of surrogates',
      '{"a":"\\ud800"}',
      FREE('{"a":"\\ud800"}', '{"a":"\\ud800"}', '{"a":"\\ud800"}'),
    ],
    ['with the other half', '{"a":"\\udc00"}', FREE('{"a":"\\udc00"}', '{"a":"\\udc00"}', '{"a":"\\udc00"}')],
    [
      'with the halves the wrong way round',
      '{"a":"\\udd9c\\ud83e"}',
      FREE('{"a":"\\udd9c\\ud83e"}', '{"a":"\\udd9c\\ud83e"}', '{"a":"\\udd9c\\ud83e"}'),
    ],
    [
      'with half a pair after a backslash',
      '{"a":"\\\\\\ud800"}',
      FREE('{"a":"\\\\\\ud800"}', '{"a":"\\\\\\ud800"}', '{"a":"\\\\\\ud800"}'),
    ],
    ['with a name twice', '{"a":1,"a":2}', FREE('{"a":1}', '{"a":2}', '{"a":2}')],
    [
      'with bytes that are not UTF-8',
      [...Buffer.from('{"a":"'), 0xc3, 0x28, ...Buffer.from('"}')],
      LENIENT('{"a":"\uFFFD("}', '{"a":"\uFFFD("}', '{"a":"\uFFFD("}'),
    ],
    ['in latin1', [...Buffer.from('{"a":"'), 0xe9, ...Buffer.from('"}')], LENIENT('{"a":"\uFFFD"}')],
  ])('%s', (_, text, readings) => {
    expect(describeReadings(bytesOf(text))).toEqual([...new Set(readings)]);
  });

  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    [64, true],
    [65, false],
    [500, false],
    [600, false],
    [100_000, false],
  ])('of %i levels is plain: %s', (depth, plain) => {
    const whole = readBodies(bytesOf(nested(depth)));
    expect(whole.length === 1).toBe(plain);
    expect(new Set(whole.map(({ body }) => body.is))).toEqual(
      new Set(plain ? ['not-object'] : ['not-json', 'not-object']),
    );
    const inside = readBodies(bytesOf(`{"a":${nested(depth - 1)}}`));
    expect(inside.length === 1).toBe(plain);
    expect(inside.some(({ body }) => body.is === 'object')).toBe(true);
  });

  test('with brackets only in strings is not deep', () => {
    expect(describeReadings(bytesOf(`{"a":"${'[{'.repeat(100)}","b\\"[":1}`))).toHaveLength(1);
  });

  test('of two million characters is read', () => {
    const [reading] = readBodies(bytesOf(`{"a":"${'x'.repeat(2_000_000)}"}`));
    expect(reading?.body.is).toBe('object');
  });
});
