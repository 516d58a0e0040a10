import { describe, expect, it } from 'vitest';
import { paletteOf } from '../../report/lines/colours.ts';
import { CLEAR_LINE } from '../../report/progress.ts';
import { foldAll } from '../../report/record/reporter.ts';
import { REPORTERS } from '../../report/reporters.ts';
import { STREAMS } from '../../report/test-helpers/stream-table.ts';
import { printable, printableStyled } from './io.ts';

const OBEYED = [
  ['\u001b[31m', String.raw`\x1b[31m`],
  ['\u001b]0;title\u0007', String.raw`\x1b]0;title\x07`],
  ['\u009b2J', String.raw`\x9b2J`],
  ['lone\rreturn', String.raw`lone\x0dreturn`],
  ['a\r\nb', `${String.raw`a\x0d`}\nb`],
  ['\u0000\b\u007f', String.raw`\x00\x08\x7f`],
  ['\u202e\u2066\u200f\u061c', String.raw`\u{202e}\u{2066}\u{200f}\u{61c}`],
  ['\u2028\u2029\ud83d', String.raw`\u{2028}\u{2029}\u{d83d}`],
] as const;

describe('characters that a terminal obeys', () => {
  it.each(OBEYED)('%j is shown as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('text, line breaks and tabs stay unchanged', () => {
    const text = 'ä 漢 😀 👩\u200d🚀\n\tid\ttitle \\x1b\n';
    expect(printable(text)).toBe(text);
    expect(printableStyled(text)).toBe(text);
  });
});

describe('styled text', () => {
  const { colours, mark } = paletteOf(true);

  it('keeps the colours and the clearing of the progress line', () => {
    const text = `${mark('fail')} ${colours.bold(`a ${colours.dim('b')} c`)}${colours.yellow('d')}${CLEAR_LINE}`;
    expect(printableStyled(text)).toBe(text);
  });

  it.each([
    ['\u001b[8m', String.raw`\x1b[8m`],
    ['\u001b[2J', String.raw`\x1b[2J`],
    ['\u001b[2K', String.raw`\x1b[2K`],
    ['\r', String.raw`\x0d`],
    ['\u001b[31;8m', String.raw`\x1b[31;8m`],
    ['\u202e', String.raw`\u{202e}`],
  ])('escapes %j, which we never write', (text, shown) => {
    expect(printableStyled(`${text}${colours.red('x')}`)).toBe(`${shown}${colours.red('x')}`);
  });

  it('of the console report stays unchanged, whatever the replies contain', () => {
    const text = foldAll(REPORTERS.console.open({ colour: true }), STREAMS['hostile texts']);
    expect(text).toContain('\u001b[');
    expect(printableStyled(text)).toBe(text);
  });
});
