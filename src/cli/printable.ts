/**
 * What may reach a terminal or a log: our own line breaks, tabs, colours and annotations. Everything else that a terminal or the
 * runner of a CI system obeys is shown as its code.
 */
import { STYLE_CODES } from '../report/lines/colours.ts';
import { CLEAR_LINE } from '../report/progress.ts';
import { codeOf, OF_COMMAND } from '../text/visible.ts';

/** Controls (ESC, C1 and CR among them), marks that reorder a line, line separators, halves of surrogate pairs, commands. */
const OBEYED = String.raw`[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|${OF_COMMAND}`;
const PLAIN = new RegExp(OBEYED, 'giu');

const literal = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`);
/** The annotations of the github report. */
const KIND = '^::(?:error|warning|notice) ';
const ANNOTATION = String.raw`(?=${KIND})::|::(?<=${KIND}[^:\n]*::)`;
const OURS = [...[CLEAR_LINE, ...STYLE_CODES].map(literal), ANNOTATION];
const STYLED = new RegExp(`(${OURS.join('|')})|${OBEYED}`, 'gimu');

/** Text that holds no escape sequence of ours. */
export function printable(text: string): string {
  return text.replaceAll(PLAIN, codeOf);
}

/** Text of a report or of the progress line, in which all text from outside is escaped already: our own sequences and annotations stay. */
export function printableStyled(text: string): string {
  return text.replaceAll(STYLED, (found, ours?: string) => ours ?? codeOf(found));
}
