/** A text file as read, and the places in it. */

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
  /** Where each line starts. */
  readonly starts: readonly number[];
  /** Parts of the text that are never shown, since they are secrets. */
  readonly hidden: readonly Span[];
}

export function linesOf(source: Source, hidden: readonly Span[] = []): Lines {
  const starts = [0];
  for (let at = source.text.indexOf('\n'); at !== -1; at = source.text.indexOf('\n', at + 1))
    starts.push(at + 1);
  return { source, starts, hidden };
}

/** How many lines start at or before an offset: its line, counted from 1. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineSpan(text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const end = newline === -1 ? text.length : newline;
  return { start, end: text[end - 1] === '\r' && end > start ? end - 1 : end };
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
  const line = lineSpan(text, offset);
  return {
    file,
    line: lineOf(lines.starts, offset),
    column: length(text.slice(line.start, offset)) + 1,
    width: Math.max(1, length(text.slice(offset, Math.min(end, line.end)).trimEnd())),
    sourceLine: withoutHidden(lines, line),
  };
}
