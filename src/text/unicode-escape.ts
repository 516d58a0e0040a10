/** Each UTF-16 unit of a text as JSON escapes it, `\u2028`: a character beyond the first 65,536 takes two. */
export const unicodeEscape = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
