/** The parts of the page that need no browser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceOf, hashOf, NO_CHOICE } from './choice.ts';
import { marked, type Piece } from './marked.ts';
import { partsOf } from './unseen.ts';

const joined = (pieces: readonly { readonly text: string }[]): string =>
  pieces.map(({ text }) => text).join('');
const shown = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

describe('marking what differs', () => {
  it.each([
    [
      'groupId as StringMinLength (5)',
      'groupId as StringMaxLength (6)',
      'groupId as [StringMinLength] ([5])',
      'groupId as [StringMaxLength] ([6])',
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
  ])('%j beside %j', (expected, actual, left, right) => {
    const found = marked(expected, actual);
    expect([shown(found.expected), shown(found.actual)]).toEqual([left, right]);
  });

  it('keeps every character of both', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const found = marked(a, b);
        expect([joined(found.expected), joined(found.actual)]).toEqual([a, b]);
      }),
    );
  });

  it('long texts take no long time: they differ as a whole', () => {
    const text = 'a '.repeat(100_000);
    expect(marked(text, `${text}b`).expected).toEqual([{ text, differs: true }]);
  });
});

describe('what can not be seen', () => {
  it('stands apart as its code', () => {
    expect(partsOf('a\u202eb\n', false)).toEqual([
      { text: 'a', isCode: false },
      { text: String.raw`\u{202e}`, isCode: true },
      { text: 'b', isCode: false },
      { text: String.raw`\x0a`, isCode: true },
    ]);
    expect(partsOf('a\n\tb', true)).toEqual([{ text: 'a\n\tb', isCode: false }]);
  });

  it('nothing that orders, hides or controls is left in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(joined(partsOf(text, false))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('a choice in the address', () => {
  const text = fc.string({ unit: 'grapheme' });

  it('reads back as it was, whatever it holds', () => {
    fc.assert(
      fc.property(text, text, text, text, text, (verdict, clause, endpoint, words, id) => {
        const choice = { ...NO_CHOICE, verdict, clause, endpoint, text: words, case: id };
        expect(choiceOf(hashOf(choice))).toEqual(choice);
      }),
    );
  });

  it.each(['#findings', '#', ''])('%j is a section', (hash) => {
    expect(choiceOf(hash)).toEqual({ ...NO_CHOICE, section: hash.replace('#', '') });
  });
});
