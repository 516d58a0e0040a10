import { expect, test } from 'vitest';
import { secretFinderOf } from './secret-finder.ts';
import type { Secret } from '../../http/secret.ts';
import { secretStoreOf } from './secrets.ts';

const secret = (name: string, value: string, isPublic = false): Secret => ({
  name,
  value,
  envName: name.toUpperCase(),
  public: isPublic,
});
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
  ['a reversed secret', '1000-nialp-9xK', 'plain'],
  ['hexadecimal', Buffer.from('Kx9-plain-0001').toString('hex').toUpperCase(), 'plain'],
  ['base64 of base64', base64(base64('Kx9-plain-0001')), 'plain'],
  ['base64 of UTF-16', Buffer.from('Kx9-plain-0001', 'utf16le').toString('base64'), 'plain'],
  ['base32', 'JN4DSLLQNRQWS3RNGAYDAMI=', 'plain'],
  ['rot13', 'Xk9-cynva-0001', 'plain'],
  ['entities', [...'Kx9-plain-0001'].map((each) => `&#${each.charCodeAt(0)};`).join(''), 'plain'],
  ['a list of bytes', JSON.stringify([...Buffer.from('Kx9-plain-0001')]), 'plain'],
  ['a secret with blanks between its letters', [...'Kx9plain0001-longer'].join(' '), 'longer'],
  ['a secret in groups of letters', 'Kx9pl ain00 01lon ger', 'longer'],
  ['the words of a secret', 'Kx9 plain 0001 longer', undefined],
  ['a list of numbers', '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]', undefined],
  ['a secret that is too short to be sure', 'seven77', undefined],
  ['blanks', '                    ', undefined],
])('a text with %s', (_, text, name) => {
  expect(secretIn(text)).toBe(name);
});

test('finds nothing without secrets', () => {
  expect(secretFinderOf(secretStoreOf([]))('Kx9-plain-0001')).toBeUndefined();
});

test('a list of a million numbers is read to its end', () => {
  expect(secretIn('1,'.repeat(1_000_000))).toBeUndefined();
});
