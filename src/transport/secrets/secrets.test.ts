import { describe, expect, it } from 'vitest';
import { envNameOf, resolveHeader, vaultOf } from './secrets.ts';
import { PLAYER, VAULT } from '../test-helpers/requests.ts';

describe('a header', () => {
  it.each([
    ['plain', 'plain'],
    [{ secret: 'player' }, 'k7Fq2LmZ9xT4'],
    [{ secret: 'player', bend: 'cut-one' }, 'k7Fq2LmZ9xT'],
    [{ secret: 'player', bend: 'pad-left' }, ' k7Fq2LmZ9xT4'],
    [{ secret: 'player', bend: 'empty' }, ''],
  ] as const)('%j is sent as %j', (value, sent) => {
    expect(resolveHeader(value, VAULT)).toBe(sent);
  });

  it('that names an unknown secret is a bug', () => {
    expect(() => resolveHeader({ secret: 'nobody' }, VAULT)).toThrow(new TypeError('no secret named nobody'));
  });
});

describe('a vault', () => {
  it('gives its secrets by name, and all in their order', () => {
    expect(VAULT.get('player')).toBe(PLAYER);
    expect(VAULT.get('toString')).toBeUndefined();
    expect(VAULT.all().map(({ name }) => name)).toEqual(['player', 'open']);
  });

  it('with two secrets of one name is a bug', () => {
    expect(() => vaultOf([PLAYER, { ...PLAYER, value: 'other' }])).toThrow(TypeError);
  });
});

describe('the shell variable of a secret', () => {
  it.each([
    ['player', 'PLAYER'],
    ['ann-token', 'ANN_TOKEN'],
    ['2nd key', '_2ND_KEY'],
    ['ключ', '____'],
    ['', '_'],
  ])('named %j is %s', (name, expected) => {
    expect(envNameOf(name)).toBe(expected);
  });
});
