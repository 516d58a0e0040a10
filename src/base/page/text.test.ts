import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from './text.ts';

describe('an invisible character', () => {
  it('is shown as its code', () => {
    expect(partsOf('a\u202eb\n', false)).toEqual([
      { text: 'a', isCode: false },
      { text: String.raw`\u{202e}`, isCode: true },
      { text: 'b', isCode: false },
      { text: String.raw`\x0a`, isCode: true },
    ]);
    expect(partsOf('a\n\tb', true)).toEqual([{ text: 'a\n\tb', isCode: false }]);
  });

  it('never stays in a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          partsOf(text, false)
            .map((part) => part.text)
            .join(''),
        ).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
