import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isCredential, isMaskedValue, maskingBy } from './masking.ts';

const { text: mask, document } = maskingBy((text) => text.replaceAll('known-value-1', '<secret:key#1>'));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['a URL', 'https://ann:pa55@h/x?api_key=abc&x=1#y', 'https://REDACTED@h/x?api_key=REDACTED&x=1#y'],
  [
    'a URL in a URL',
    '/go?to=https%3A%2F%2Fh%2F%3Ftoken%3Dabc',
    '/go?to=https%3A%2F%2Fh%2F%3Ftoken%3DREDACTED',
  ],
  ['a name that is encoded', 'access%5Ftoken=abc', 'access%5Ftoken=REDACTED'],
  ['a form', 'a=1&pass_word=abc&b=2', 'a=1&pass_word=REDACTED&b=2'],
  ['lines of a head', 'Cookie: a=b; c=d\r\nX: y', 'Cookie: REDACTED\r\nX: y'],
  ['JSON', '{"a":{"clientSecret":"x"},"pin":1}', '{"a":{"clientSecret":"REDACTED"},"pin":1}'],
  ['JSON in JSON', '{"a":"{\\"accessToken\\":[\\"x\\"]}"}', '{"a":"{\\"accessToken\\":[\\"REDACTED\\"]}"}'],
  ['JSON that is cut', '{"Pass-Word": "two words", "a', '{"Pass-Word": "REDACTED", "a'],
  ['a number', '{"token":123}', '{"token":"REDACTED"}'],
  ['base64', base64('{"session_id":"x"}'), base64('{"session_id":"REDACTED"}')],
  ['a token that tells itself', 'got eyJhbGci.eyJzdWIi.c2ln, ok', 'got REDACTED, ok'],
  ['a known value', 'a known-value-1 b', 'a <secret:key#1> b'],
  ['what is masked in part', '{"token":"abc***"}', '{"token":"REDACTED"}'],
  ['what is masked', 'token: <secret:ann>, {"key": "***"}', 'token: <secret:ann>, {"key": "***"}'],
  ['a variable of a command', '-H "Secret-Key: $KEY_1" -H "Auth-Token: ${A%?}"', undefined],
  ['nothing', '{"author": "x",  "a" : 1.0}'],
  ['tags', '{"key":"token","value":"gold"}'],
])('a text: %s', (_, text, masked = text) => {
  expect(mask(text)).toBe(masked);
});

test('packed bytes are packed again', () => {
  const secret = JSON.stringify({ padding: 'x'.repeat(99), password: 'abc' });
  const masked = secret.replace('abc', 'REDACTED');
  const inGzip = mask(gzipSync(secret).toString('base64'));
  expect(gunzipSync(Buffer.from(inGzip, 'base64')).toString()).toBe(masked);
  expect(gunzipSync(Buffer.from(mask(gzipSync(secret).toString('latin1')), 'latin1')).toString()).toBe(
    masked,
  );
  const inBrotli = mask(brotliCompressSync(secret).toString('base64'));
  expect(brotliDecompressSync(Buffer.from(inBrotli, 'base64')).toString()).toBe(masked);
  const image = Buffer.from([0x89, 0x50, ...Array.from({ length: 99 }, (_, at) => (at * 37) % 256)]);
  expect(mask(image.toString('base64'))).toBe(image.toString('base64'));
});

test('a document: members, headers and cookies by their names', () => {
  const headers = [
    { name: 'X-Api-Key', value: 'abc' },
    { name: 'Accept', value: 'abc' },
  ];
  const cookies = [{ name: 'a', value: 'abc', path: '/' }];
  expect(
    document({
      headers,
      cookies,
      own: [
        ['authorization', 'abc'],
        ['a', 'abc'],
      ],
    }),
  ).toEqual({
    headers: [{ name: 'X-Api-Key', value: 'REDACTED' }, headers[1]],
    cookies: [{ name: 'a', value: 'REDACTED', path: '/' }],
    own: [
      ['authorization', 'REDACTED'],
      ['a', 'abc'],
    ],
  });
});

test.each([
  ['x-amz-security-token', true],
  ['APIKey', true],
  ['connect.session_id', true],
  ['authorisation', true],
  ['Secret-Key', true],
  [':authority', false],
  ['author', false],
  ['userId', false],
])('the name %s', (name, is) => expect(isCredential(name)).toBe(is));

describe('text that is made to take long', () => {
  const LONG = 200_000;
  test.each([
    'auth',
    '?auth',
    '"',
    '"a":"',
    '\\"token\\":\\"',
    'eyJ-',
    '://',
    'a%25',
    '[',
    '{"a":',
    '***',
    'token=',
    '-',
  ])('%s, again and again', (part) => {
    const text = part.repeat(LONG / part.length);
    mask(text);
    isMaskedValue(`***${text}`);
  });

  test('bytes that unpack to themselves, or to far more than is read', () => {
    let packed: Buffer = gzipSync(Buffer.alloc(5_000_000));
    expect(mask(packed.toString('base64'))).toBe(base64('REDACTED'));
    for (let at = 0; at < 50; at += 1) packed = gzipSync(packed);
    expect(mask(packed.toString('base64'))).not.toBe('');
    expect(document({ deep: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) })).toBeDefined();
  });
});
