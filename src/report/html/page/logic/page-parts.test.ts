/** The page logic that needs no browser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceOf, hashOf } from './choice.ts';
import { marked, type MarkedPiece } from './marked.ts';

const joined = (pieces: readonly { readonly text: string }[]): string =>
  pieces.map(({ text }) => text).join('');
const shown = (pieces: readonly MarkedPiece[]): string =>
  pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

describe('marking differences', () => {
  it.each([
    [
      'groupId as StringMinLength (5)',
      'groupId as StringMaxLength (6)',
      'groupId as [StringMinLength (5])',
      'groupId as [StringMaxLength (6])',
    ],
    [
      '1 tag {"vip": "gold"}',
      '1 tag {"vip": "silver"}',
      '1 tag {"vip": "[gold]"}',
      '1 tag {"vip": "[silver]"}',
    ],
    ['OperationNotAllow (-2)', 'Ok with 2 tags', '[OperationNotAllow (-2)]', '[Ok with 2 tags]'],
    ['the same', 'the same', 'the same', 'the same'],
    ['', 'something', '', '[something]'],
  ])('%j next to %j', (expected, actual, left, right) => {
    const found = marked(expected, actual);
    expect([shown(found.expected), shown(found.actual)]).toEqual([left, right]);
  });

  it('keeps every character of both texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const found = marked(a, b);
        expect([joined(found.expected), joined(found.actual)]).toEqual([a, b]);
      }),
    );
  });
});

describe('a filter in the address', () => {
  const text = fc.string({ unit: 'grapheme' });

  it('is read back unchanged, whatever it contains', () => {
    fc.assert(
      fc.property(text, text, text, text, text, text, (verdict, cause, clause, endpoint, words, id) => {
        const choice = { verdict, cause, clause, endpoint, text: words, case: id };
        expect(choiceOf(hashOf(choice))).toEqual({ ...choice, section: '' });
      }),
    );
  });

  it.each(['#causes', '#', ''])('%j is a section', (hash) => {
    expect(choiceOf(hash)).toMatchObject({ verdict: '', text: '', section: hash.replace('#', '') });
  });
});
