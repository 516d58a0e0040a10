import { describe, expect, it } from 'vitest';
import { oneLine, visibleCommand, visibleLine } from './visible.ts';

describe('visible text', () => {
  it.each([
    ['\u001b[31m', String.raw`\x1b[31m`],
    ['a\r\n\tb', String.raw`a\x0d\x0a\x09b`],
    ['\u009b\u007f\u0000', String.raw`\x9b\x7f\x00`],
    ['\u202eabc\u200d', String.raw`\u{202e}abc\u{200d}`],
    ['\ud83d', String.raw`\u{d83d}`],
    ['ä 漢 😀 \\ "', 'ä 漢 😀 \\ "'],
  ])('%j becomes %j', (text, shown) => {
    expect(visibleLine(text)).toBe(shown);
  });

  it('sentences on several lines become one line', () => {
    expect(oneLine(' needs a key\n  and a token\n')).toBe('needs a key and a token');
  });

  it('a command keeps characters that a shell passes on unchanged', () => {
    expect(visibleCommand("curl 'a\u200db'\u001b\n")).toBe(
      String.raw`curl 'a` + '\u200d' + String.raw`b'\x1b\x0a`,
    );
  });
});
