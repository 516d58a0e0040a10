/** What is wrong at one place of a file, and how people are shown it. */
import { LineCounter } from 'yaml';
import type { z } from 'zod';
import { TagproofError } from '../../base/errors.ts';
import { pathText, type YamlPath } from './path.ts';
import { masked, withoutCredentials } from './shown-words.ts';

/** Part of a text, in UTF-16 units; `end` is exclusive. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}

/** Where a text begins, for what concerns all of it. */
export const START: SourceSpan = { start: 0, end: 0 };

/** A text in which things have places. */
interface PlacedText {
  readonly text: string;
  readonly counter: LineCounter;
  /** The schema whose words alone are shown of it; left out: it holds no secrets. */
  readonly wordsOf?: z.ZodType | undefined;
}

/** A large file may have a fault in each line: what is only shown of the first ones is found when it is shown. */
export type Hint = string | undefined | (() => string | undefined);

/** One thing that is wrong in a file. */
export interface FileFault {
  readonly file: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: Hint;
  /** Where in the document; left out where only the text has a place for it. */
  readonly path?: YamlPath;
  /** Where in the text; left out for a document that is read without places. */
  readonly at?: SourceSpan & { readonly in: PlacedText };
}

/** Line and column count from 1, the column in characters. Line 0: the file is read without places. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function lineCounterOf(text: string): LineCounter {
  const counter = new LineCounter();
  for (let at = 0; at !== 0 || counter.lineStarts.length === 0; at = text.indexOf('\n', at) + 1)
    counter.addNewLine(at);
  return counter;
}

const lengthOf = (text: string): number => [...text].length;

export function placeOf({ file, at }: Pick<FileFault, 'file' | 'at'>): FilePlace {
  if (at === undefined) return { file, line: 0, column: 0 };
  const { line, col } = at.in.counter.linePos(at.start);
  return { file, line, column: lengthOf(at.in.text.slice(at.start - col + 1, at.start)) + 1 };
}

export const hintText = (hint: Hint): string | undefined => (typeof hint === 'function' ? hint() : hint);

const SHOWN_AT_MOST = 20;
const LINE_AT_MOST = 120;
const LEAD = 40;

/** Control characters and direction marks would garble a terminal. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The line of a place with a caret below it. A line may be thousands of characters long: the part around the place. */
function excerptOf(
  { start, end, in: { text, wordsOf } }: NonNullable<FileFault['at']>,
  message: string,
  gutter: string,
): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = text.slice(from).split(/\r?\n/, 1);
  const shown = wordsOf === undefined ? withoutCredentials(line) : masked(line, wordsOf);
  const characters = [...shown.replaceAll(UNPRINTABLE, (each) => (each === '\t' ? ' ' : '·'))];
  const column = lengthOf(text.slice(from, start));
  // What the message names is shown in its place, too.
  const marked = text.slice(start, end);
  if (marked !== '' && message.includes(JSON.stringify(marked)))
    characters.splice(column, lengthOf(marked), ...marked);
  const cut = characters.length > LINE_AT_MOST && column >= LINE_AT_MOST - LEAD ? column + 1 - LEAD : 0;
  const part = characters.slice(cut, cut + LINE_AT_MOST);
  const before = cut > 0 ? '…' : '';
  const after = cut + LINE_AT_MOST < characters.length ? '…' : '';
  const width = lengthOf(line.slice(start - from, Math.max(end - from, 0)).trimEnd());
  const carets = '^'.repeat(Math.max(1, Math.min(width, part.length - (column - cut))));
  return [
    ` ${gutter} | ${before}${part.join('')}${after}`.trimEnd(),
    ` ${' '.repeat(gutter.length)} | ${' '.repeat(before.length + column - cut)}${carets}`,
  ].join('\n');
}

/** The fault as people read it: `file:line:column: message`, the source line with a caret, the hint. Of JSON, which is read without places: `file: path: message`. */
export function showFileFault(fault: FileFault): string {
  const { file, message, hint, path = [], at } = fault;
  const hints = hintText(hint)?.split('\n') ?? [];
  if (at === undefined)
    return [`${path.length === 0 ? file : `${file}: ${pathText(path)}`}: ${message}`, ...hints].join('\n');
  const { line, column } = placeOf(fault);
  const blank = ' '.repeat(String(line).length);
  return [
    `${file}:${line}:${column}: ${message}`,
    excerptOf(at, message, String(line)),
    ...hints.map((each) => ` ${blank} ${each}`),
  ].join('\n');
}

/** One error of all faults, in the order of the file. */
export function faultsError(faults: readonly FileFault[]): TagproofError {
  const shown = faults.slice(0, SHOWN_AT_MOST).map(showFileFault);
  const more = faults.length - shown.length;
  return new TagproofError('file', [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n\n'));
}

/** Equal for two faults with the same words at the same place. */
export const faultId = ({ at, path = [], message }: FileFault): string =>
  `${at?.start ?? pathText(path)}:${message}`;

/** The faults in the order of their places, without those that say the same of the same place. */
export function inOrder(faults: readonly FileFault[]): readonly FileFault[] {
  const said = new Map(faults.map((fault) => [faultId(fault), fault]));
  return [...said.values()].sort((a, b) => (a.at?.start ?? 0) - (b.at?.start ?? 0));
}
