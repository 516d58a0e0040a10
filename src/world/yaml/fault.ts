/** What is wrong at one place of a file, and how people are shown it. */
import { TagproofError } from '../../base/errors.ts';
import { pathText, type YamlPath } from './path.ts';
import type { Spot } from './source.ts';

/** One thing that is wrong in a file. */
export interface FileFault extends Spot {
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Where in the document; left out where only the text has a place for it. */
  readonly path?: YamlPath | undefined;
}

const SHOWN_AT_MOST = 20;
const LINE_AT_MOST = 120;
const LEAD = 40;

/** Control characters and direction marks would garble a terminal. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The part of a line around a column: a line may be thousands of characters long. */
function clip(line: string, column: number) {
  const characters = [...line.replaceAll(UNPRINTABLE, (each) => (each === '\t' ? ' ' : '·'))];
  if (characters.length <= LINE_AT_MOST) return { text: characters.join(''), column };
  const from = column > LINE_AT_MOST - LEAD ? column - LEAD : 0;
  const part = characters.slice(from, from + LINE_AT_MOST).join('');
  const more = from + LINE_AT_MOST < characters.length ? '…' : '';
  return from === 0 ? { text: part + more, column } : { text: `…${part}${more}`, column: column - from + 1 };
}

/** The fault as people read it: `file:line:column: message`, the source line with a caret, the hint. Of JSON, which is read without places: `file: path: message`. */
export function showFileFault(fault: FileFault): string {
  const { file, line, column, width, message, hint, sourceLine, path = [] } = fault;
  if (line === 0) {
    const place = path.length === 0 ? file : `${file}: ${pathText(path)}`;
    return [`${place}: ${message}`, ...(hint === undefined ? [] : [hint])].join('\n');
  }
  const gutter = String(line);
  const blank = ' '.repeat(gutter.length);
  const shown = clip(sourceLine, column);
  const room = Math.max(1, [...shown.text].length - shown.column + 1);
  return [
    `${file}:${line}:${column}: ${message}`,
    ` ${gutter} | ${shown.text}`.trimEnd(),
    ` ${blank} | ${' '.repeat(shown.column - 1)}${'^'.repeat(Math.min(width, room))}`,
    ...(hint === undefined ? [] : hint.split('\n').map((each) => ` ${blank} ${each}`)),
  ].join('\n');
}

/** One error of all faults, in the order of the file. */
export function faultsError(faults: readonly FileFault[]): TagproofError {
  const shown = faults.slice(0, SHOWN_AT_MOST).map(showFileFault);
  const more = faults.length - shown.length;
  return new TagproofError('file', [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n\n'));
}

/** The faults in the order of their places, without those that say the same of the same place. */
export function inOrder(faults: readonly FileFault[]): readonly FileFault[] {
  const seen = new Set<string>();
  return faults
    .filter(({ line, column, message, path = [] }) => {
      const key = `${line === 0 ? pathText(path) : `${line}:${column}`}:${message}`;
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => a.line - b.line || a.column - b.column);
}
