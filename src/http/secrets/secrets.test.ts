import { describe, expect, it } from 'vitest';
import { envNameOf, resolveHeader, secretStoreOf } from './secrets.ts';
import { PLAYER, SECRET_STORE } from '../test-helpers/requests.ts';

describe('a header', () => {
  it.each([
    ['plain', 'plain'],
    [{ secret: 'player' }, 'k7Fq2LmZ9xT4'],
    [{ secret: 'player', alter: 'cut-one' }, 'k7Fq2LmZ9xT'],
    [{ secret: 'player', alter: 'pad-left' }, ' k7Fq2LmZ9xT4'],
    [{ secret: 'player', alter: 'empty' }, ''],
  ] as const)('%j is sent as %j', (value, sent) => {
    expect(resolveHeader(value, SECRET_STORE)).toBe(sent);
  });

  it('that names an unknown secret is a bug', () => {
    expect(() => resolveHeader({ secret: 'nobody' }, SECRET_STORE)).toThrow(
      new TypeError('no secret named nobody'),
    );
  });
});

describe('a secret store', () => {
  it('returns a secret by name, and all in order', () => {
    expect(SECRET_STORE.get('player')).toBe(PLAYER);
    expect(SECRET_STORE.get('toString')).toBeUndefined();
    expect([...SECRET_STORE.keys()]).toEqual(['player', 'open']);
  });

  it('with two secrets of one name is a bug', () => {
    expect(() => secretStoreOf([PLAYER, { ...PLAYER, value: 'other' }])).toThrow(TypeError);
  });
});

it.each([
  ['player', 'PLAYER'],
  ['ann-token', 'ANN_TOKEN'],
  ['2nd key', '_2ND_KEY'],
  ['ключ', '____'],
  ['', '_'],
])('the shell variable of a secret named %j is %s', (name, expected) => {
  expect(envNameOf(name)).toBe(expected);
});
