/** A text file as read, and the places in it. */
import { LineCounter } from 'yaml';

export interface Source {
  /** The file's name as people are shown it. */
  readonly file: string;
  readonly text: string;
}

/** Where something is in a file: line and column count from 1, the column in characters. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Part of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place with its source line, and how many characters of that line are meant. */
export interface Spot extends Place {
  readonly width: number;
  readonly sourceLine: string;
}

/** One source with what finding places in it takes. */
export interface Lines {
  readonly source: Source;
  readonly counter: LineCounter;
  /** Parts of the text that are never shown, since they are secrets. */
  readonly hidden: readonly Span[];
}

export function linesOf(source: Source, hidden: readonly Span[] = []): Lines {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let at = source.text.indexOf('\n'); at !== -1; at = source.text.indexOf('\n', at + 1))
    counter.addNewLine(at + 1);
  return { source, counter, hidden };
}

/** Where the line of an offset ends, its line break aside. */
function endOfLine(text: string, start: number, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const end = newline === -1 ? text.length : newline;
  return text[end - 1] === '\r' && end > start ? end - 1 : end;
}

const length = (text: string): number => [...text].length;

function withoutHidden(lines: Lines, line: Span): string {
  let text = lines.source.text.slice(line.start, line.end);
  for (const { start, end } of lines.hidden) {
    const from = Math.max(start, line.start) - line.start;
    const to = Math.min(end, line.end) - line.start;
    if (from < to) text = text.slice(0, from) + '*'.repeat(length(text.slice(from, to))) + text.slice(to);
  }
  return text;
}

/** The place of a span's start, with as much of the span as is on that line. */
export function spotAt(lines: Lines, { start, end }: Span): Spot {
  const { file, text } = lines.source;
  const offset = Math.min(start, text.length);
  const { line, col } = lines.counter.linePos(offset);
  const from = offset - col + 1;
  const to = endOfLine(text, from, offset);
  return {
    file,
    line,
    column: length(text.slice(from, offset)) + 1,
    width: Math.max(1, length(text.slice(offset, Math.min(end, to)).trimEnd())),
    sourceLine: withoutHidden(lines, { start: from, end: to }),
  };
}
