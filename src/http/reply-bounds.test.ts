/** A reply is decompressed once, and what is beyond a bound is no reply, with the bound in words. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ReplyHeaders } from './exchange.ts';
import { MAX_BODY_BYTES, MAX_JSON_LEVELS, MAX_JSON_VALUES, withinBounds } from './reply-bounds.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (values: number): string => `[${Array.from({ length: values - 1 }, () => '1').join(',')}]`;
const blanks = (count: number): string => `${' '.repeat(count - 2)}{}`;

/** What becomes of a body: how many bytes, or why there is no reply. */
function read(body: string | Uint8Array, coding?: string): string | number {
  const headers: ReplyHeaders = coding === undefined ? [] : [['content-encoding', coding]];
  const outcome = withinBounds({ kind: 'reply', status: 200, headers, body: Buffer.from(body) });
  return outcome.kind === 'reply' ? outcome.body.length : `${outcome.why}: ${outcome.detail}`;
}

const LEVELS = 'too-large: the JSON of the reply is nested deeper than 500 levels';
const VALUES = 'too-large: the JSON of the reply holds more than 50,000 values';
const BYTES = 'too-large: the compressed body of the reply decompresses to over 4,194,304 bytes';

const MEMBERS = `{${Array.from({ length: 60_000 }, () => '"a":1').join(',')}}`;
const TAGS = JSON.stringify({
  tags: Array.from({ length: 250 }, (_, at) => ({ key: `k${at}`, value: 'v'.repeat(8000) })),
});

describe('the JSON of a reply', () => {
  test.each([
    ['of the most levels is read', nested(MAX_JSON_LEVELS), 2 * MAX_JSON_LEVELS],
    ['of one level more is not', nested(MAX_JSON_LEVELS + 1), LEVELS],
    ['of lists that are not closed is not', '['.repeat(MAX_JSON_LEVELS + 1), LEVELS],
    ['of one object more within another is not', '{"a":'.repeat(MAX_JSON_LEVELS + 1), LEVELS],
    ['of the most values is read', list(MAX_JSON_VALUES), 2 * MAX_JSON_VALUES - 1],
    ['of one value more is not', list(MAX_JSON_VALUES + 1), VALUES],
    ['of equal members is not, though they come to one', MEMBERS, VALUES],
    ['of lists beside one another is not', `[${'[],'.repeat(MAX_JSON_VALUES)}1]`, VALUES],
    ['of 250 tags of 8,000 characters is read', TAGS, TAGS.length],
    ['with brackets and commas within a string is read', JSON.stringify(['[{,'.repeat(60_000)]), 180_004],
    ['with escaped quotes is read', JSON.stringify([String.raw`\"[`.repeat(60_000)]), 300_004],
    ['with a string that has no end is read', `["${'['.repeat(1000)}`, 1002],
    ['with a backslash before the end of a string is read', `["\\\\",${nested(MAX_JSON_LEVELS)}]`, LEVELS],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toBe(expected);
  });

  test('is text that is not JSON only where it begins otherwise', () => {
    expect(read(`<${'['.repeat(60_000)}`)).toBe(60_001);
  });
});

test.each([
  ['gzip', gzipSync(TAGS.slice(0, 9000)), 'gzip', 9000],
  ['deflate', deflateSync('{}'), 'deflate', 2],
  ['brotli, whatever the case of its name', brotliCompressSync('{}'), ' BR ', 2],
  ['gzip beside none', gzipSync('{}'), 'identity, x-gzip', 2],
  ['another coding, as it came', Buffer.from('zzz'), 'zstd', 3],
  ['one that is not gzip, as it came', Buffer.from('zzz'), 'gzip', 3],
  [
    'several in one another, as they came',
    gzipSync(gzipSync('{}')),
    'gzip, gzip',
    gzipSync(gzipSync('{}')).length,
  ],
  ['the most bytes that are read', gzipSync(blanks(MAX_BODY_BYTES)), 'gzip', MAX_BODY_BYTES],
  ['one more', gzipSync(blanks(MAX_BODY_BYTES + 1)), 'gzip', BYTES],
  ['a few bytes of 20 MB', brotliCompressSync(Buffer.alloc(20_000_000, ' ')), 'br', BYTES],
  ['nested too deep within', gzipSync(nested(100_000)), 'gzip', LEVELS],
  ['too many values within', gzipSync(MEMBERS), 'gzip', VALUES],
])('a compressed body: %s', (_, body, coding, expected) => {
  expect(read(body, coding)).toBe(expected);
});
