/** A text without the separators that may split a secret, and the way back to the place of each character. */
import type { View } from './unescaped.ts';

const isLetterOrDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

/** Blanks, dashes and marks without width beyond ASCII. */
const isOddSeparator = (code: number): boolean =>
  code <= 0xa0 || code === 0xad || (code >= 0x2000 && code <= 0x206f) || code >= 0xfeff;

const stays = (code: number): boolean => (code < 0x80 ? isLetterOrDigit(code) : !isOddSeparator(code));

/** Letters and digits alone, those of ASCII in lower case. */
export function squeeze(text: string): string {
  return squeezedView({ text, original: (span) => span }).text;
}

/** A view with nothing but letters and digits, those of ASCII in lower case. */
export function squeezedView(outer: View): View {
  const { text } = outer;
  const codes = new Uint16Array(text.length);
  const starts = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!stays(code)) continue;
    codes[length] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    starts[length] = at;
    length += 1;
  }
  return {
    text: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'),
    original: ({ from, to }) => outer.original({ from: starts[from] ?? 0, to: (starts[to - 1] ?? 0) + 1 }),
  };
}
