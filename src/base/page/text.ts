/** Texts of pages: those from outside in parts, so that what a browser would hide or obey is shown as its code. */
import { codeOf } from '../text/visible.ts';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The same but for what a preformatted text shows as it is. */
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The parts in order; one is code where it stands for a character that can't be seen. `lines`: line breaks and tabs stay. */
export function partsOf(text: string, lines: boolean) {
  const parts: { readonly text: string; readonly isCode: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(lines ? UNSEEN_IN_LINES : UNSEEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isCode: false });
    parts.push({ text: codeOf(match[0]), isCode: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isCode: false });
  return parts;
}

export const count = (value: number, word: string): string =>
  `${value.toLocaleString('en-US')} ${word}${value === 1 ? '' : 's'}`;

/** `2026-11-20 10:00 UTC`; as it came where it is not a time. */
export const dateOf = (at: string): string =>
  at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/, '$1 $2 UTC');
