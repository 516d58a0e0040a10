/** A text without the separators that may split a secret, and the way back to the place of each character. */
import type { View } from './unescaped.ts';

const isLetterOrDigit = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

/** Letters and digits of ASCII alone, in lower case: what else there is may separate, also bytes of UTF-8 that were read as latin1. */
export function squeeze(text: string): string {
  return squeezedView({ text, original: (span) => span }).text;
}

/** The same as a view. */
export function squeezedView(outer: View): View {
  const { text } = outer;
  const codes = Buffer.allocUnsafe(text.length);
  const starts = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isLetterOrDigit(code)) continue;
    codes[length] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    starts[length] = at;
    length += 1;
  }
  return {
    text: codes.toString('latin1', 0, length),
    original: ({ from, to }) => outer.original({ from: starts[from] ?? 0, to: (starts[to - 1] ?? 0) + 1 }),
  };
}
