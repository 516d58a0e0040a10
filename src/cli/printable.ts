/** What may reach a terminal: our own line breaks, tabs and colours. Everything else that a terminal obeys is shown as its code. */
import { STYLE_CODES } from '../report/lines/colours.ts';
import { CLEAR_LINE } from '../report/reporters/progress.ts';
import { codeOf } from '../text/visible.ts';

/** Controls (ESC, C1 and CR among them), marks that reorder a line, line separators, halves of surrogate pairs. */
const OBEYED = String.raw`[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]`;
const PLAIN = new RegExp(OBEYED, 'gu');

const literal = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`);
const OURS = [CLEAR_LINE, ...STYLE_CODES];
const STYLED = new RegExp(`(${OURS.map(literal).join('|')})|${OBEYED}`, 'gu');

/** Text that holds no escape sequence of ours. */
export function printable(text: string): string {
  return text.replaceAll(PLAIN, codeOf);
}

/** Text from a palette or of the progress line, in which all text from outside is escaped already: our own sequences stay. */
export function printableStyled(text: string): string {
  return text.replaceAll(STYLED, (found, ours?: string) => ours ?? codeOf(found));
}
