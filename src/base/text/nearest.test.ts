import { describe, expect, it } from 'vitest';
import { nearest, suggest } from './nearest.ts';

describe('the nearest word', () => {
  it.each([
    ['secretKey', 'secretKeys'],
    ['traget', 'target'],
    ['player', 'Player'],
    ['WORLD', 'world'],
    ['selfEnabled', 'selfEnable'],
    ['filtr', 'filter'],
    ['otherSelf', 'otherSelfEnable'],
    ['othr', 'other'],
  ])('to %j is %j', (word, meant) => {
    const words = [
      'secretKeys',
      'target',
      'Player',
      'Admin',
      'world',
      'selfEnable',
      'otherSelfEnable',
      'other',
      'filter',
      'ca',
    ];
    expect(nearest(word, words)).toBe(meant);
  });

  it.each(['', 'x', 'ab', 'unrelated', 'y'.repeat(5000)])(
    'to %j is undefined if all are far away',
    (word) => {
      expect(nearest(word, ['secretKeys', 'world', 'ca'])).toBeUndefined();
    },
  );

  it('is the first of two that are equally near', () => {
    expect(nearest('bat', ['bad', 'bar'])).toBe('bad');
  });
});

describe('a suggestion', () => {
  it.each([
    ['NotAllowed', 'OperationNotAllow'],
    ['InvalidSecret', 'SecretInvalid'],
    ['cut-two', 'cut-one'],
  ])('for %s is %s, which is made of the same words', (word, meant) => {
    const words = ['as-null', 'cut-one', 'OperationInvalid', 'OperationNotAllow', 'SecretInvalid'];
    expect(suggest(word, words, 'one of')).toBe(`did you mean "${meant}"?`);
  });

  it('lists the words if none is near', () => {
    expect(suggest('zebra', ['Player', 'Admin'], 'one of')).toBe('one of: Player, Admin');
  });

  it('is undefined without words', () => {
    expect(suggest('zebra', [], 'one of')).toBeUndefined();
  });
});
