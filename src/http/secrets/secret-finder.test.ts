import { describe, expect, test } from 'vitest';
import type { Request } from '../request.ts';
import { secretFinderOf } from './secret-finder.ts';
import { type Secret, secretStoreOf } from './secrets.ts';
import { secret } from '../test-helpers/requests.ts';

const secretIn = secretFinderOf(
  secretStoreOf([
    secret('plain', 'Kx9-plain-0001'),
    secret('longer', 'Kx9-plain-0001-longer'),
    secret('known', 'public-key-0002', true),
    secret('odd', 'quo"te/ä+b\\c'),
    secret('short', 'seven77'),
    secret('blank', '          '),
  ]),
);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ODD = 'quo"te/ä+b\\c';

test.each<readonly [what: string, text: string, name: string | undefined]>([
  ['nothing', '{"returnCode":-10}', undefined],
  ['nothing at all', '', undefined],
  ['a secret', 'no rule for Kx9-plain-0001', 'plain'],
  ['a secret within a word', 'xKx9-plain-0001x', 'plain'],
  ['the longer of two', '"Kx9-plain-0001-longer"', 'longer'],
  ['a public secret', 'public-key-0002', 'known'],
  ['most of a secret', 'Kx9-plain-000', undefined],
  ['a secret in other case', 'KX9-PLAIN-0001', undefined],
  ['a secret with odd characters', ODD, 'odd'],
  ['a secret in JSON', JSON.stringify({ key: ODD }), 'odd'],
  ['a secret in ASCII-only JSON', String.raw`"quo\"te/\u00e4+b\\c"`, 'odd'],
  ['a secret in a URL', `?key=${encodeURIComponent(ODD)}`, 'odd'],
  ['base64', base64('Kx9-plain-0001'), 'plain'],
  ['base64 of a text with a secret', base64('key:Kx9-plain-0001'), 'plain'],
  ['base64 of JSON with a secret', base64('{"k":"public-key-0002","n":1}'), 'known'],
  ['base64 for URLs', Buffer.from(`x${ODD}y`).toString('base64url'), 'odd'],
  ['hexadecimal', Buffer.from('Kx9-plain-0001').toString('hex').toUpperCase(), 'plain'],
  ['a reversed secret', '1000-nialp-9xK', undefined],
  ['a secret that is too short to be sure', 'seven77', undefined],
  ['blanks', '                    ', undefined],
])('a text with %s', (_, text, name) => {
  expect(secretIn(text)).toBe(name);
});

test('finds nothing without secrets', () => {
  expect(secretFinderOf(secretStoreOf([]))('Kx9-plain-0001')).toBeUndefined();
});

describe('half of a secret', () => {
  const KEY = 'k7Fq2LmZ9xT4pW83vB';
  const [FIRST, SECOND] = [KEY.slice(0, 9), KEY.slice(9)];
  const find = (isDeclared = (half: string): boolean => half === '', ...others: readonly Secret[]) =>
    secretFinderOf(secretStoreOf([secret('key', KEY), ...others]), isDeclared);
  const REQUEST: Request = {
    endpoint: 'group.admin',
    method: 'POST',
    path: '/',
    headers: [['Secret-Key', { secret: 'key' }]],
    body: undefined,
  };

  test.each([
    FIRST,
    SECOND,
    `key ${FIRST}… is unknown`,
    base64(`u:${SECOND}`),
    Buffer.from(FIRST).toString('hex'),
  ])('%s is found', (text) => {
    expect(find()(text, REQUEST)).toBe('key');
  });

  test.each<readonly [string, ReturnType<typeof find>, Request]>([
    ['an id or a tag has it', find((half) => half === FIRST), REQUEST],
    ['another key has it', find(undefined, secret('other', `${FIRST}-other-key`)), REQUEST],
    ['the path has it', find(), { ...REQUEST, path: `/${FIRST}` }],
    ['the body has it', find(), { ...REQUEST, body: Buffer.from(`{"userId":"${FIRST}"}`) }],
    ['a header has it', find(), { ...REQUEST, headers: [['Game-Id', FIRST]] }],
    [
      'the request carries an altered secret',
      find(),
      { ...REQUEST, headers: [['Secret-Key', { secret: 'key', alter: 'half' }]] },
    ],
    ['words may have it', secretFinderOf(secretStoreOf([secret('words', 'sandboxed-x8Gr3MnY0')])), REQUEST],
    [
      'it is too short',
      secretFinderOf(secretStoreOf([secret('short', FIRST.slice(0, 7) + SECOND.slice(0, 7))])),
      REQUEST,
    ],
  ])('is no leak where %s', (_, finder, request) => {
    expect([FIRST, 'sandboxed', FIRST.slice(0, 7)].map((text) => finder(`(${text})`, request))).toEqual(
      Array.from({ length: 3 }),
    );
  });
});

test.each([
  ['hexadecimal', '6b37467132'],
  ['escapes of escapes', '%25252541'],
  ['beginnings of secrets', 'k1-x7Kp2qZx7'],
])('a quarter of a megabyte of %s is searched for 50 secrets in a second or two, not minutes', (_, part) => {
  const secrets = Array.from({ length: 50 }, (__, at) =>
    secret(`s${at}`, `k${at}-${'x7Kp2qZ'.repeat(3)}-${at}`),
  );
  const finder = secretFinderOf(secretStoreOf(secrets));
  const text = part.repeat((1 << 18) / part.length);
  const before = process.cpuUsage();
  expect(finder(text)).toBeUndefined();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
});
