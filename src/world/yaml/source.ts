/** Reading a file as text, with a clear message for each way in which that can fail; and the places in a text. */
import { LineCounter } from 'yaml';
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { TagproofError } from '../../base/errors.ts';
import { openToRead, withFile } from '../../base/file-trouble.ts';

export interface Source {
  /** The file's name as people are shown it. */
  readonly file: string;
  readonly text: string;
}

/** Where something is in a file: line and column count from 1, the column in characters. Line 0: the file is read without places. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Part of a text, in UTF-16 units; `end` is exclusive. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}

/** A place with its source line, and how many characters of that line are meant. */
export interface Spot extends FilePlace {
  readonly width: number;
  readonly sourceLine: string;
}

/** One source with what finding places in it takes. */
export interface Lines {
  readonly source: Source;
  readonly counter: LineCounter;
  /** Parts of the text that are never shown, since they are secrets. */
  readonly hidden: readonly SourceSpan[];
}

export function linesOf(source: Source, hidden: readonly SourceSpan[] = []): Lines {
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

function withoutHidden(lines: Lines, line: SourceSpan): string {
  let text = lines.source.text.slice(line.start, line.end);
  for (const { start, end } of lines.hidden) {
    const from = Math.max(start, line.start) - line.start;
    const to = Math.min(end, line.end) - line.start;
    if (from < to) text = text.slice(0, from) + '*'.repeat(length(text.slice(from, to))) + text.slice(to);
  }
  return text;
}

/** The place of a span's start, with as much of the span as is on that line. */
export function spotAt(lines: Lines, { start, end }: SourceSpan): Spot {
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

/** Refuses larger files: no hand-written file is this large. */
export const SOURCE_AT_MOST = 32 * 1024 * 1024;

function tooLarge(file: string, atMost: number): TagproofError {
  return new TagproofError('file', `${file}: too large: at most ${atMost} bytes are read. Split the file`);
}

const BLOCK = 64 * 1024;

/** Reads to the end or to the bound: a file may grow while it is read, and those of /proc do not say how long they are. */
function bytesOf(open: number, file: string, atMost: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const block = new Uint8Array(BLOCK);
    const read = readSync(open, block);
    if (read === 0) return Buffer.concat(blocks, size);
    size += read;
    if (size > atMost) throw tooLarge(file, atMost);
    blocks.push(block.subarray(0, read));
  }
}

function readBytes(file: string, atMost: number): Uint8Array {
  return withFile(file, 'read', () => {
    const open = openToRead(file);
    try {
      if (fstatSync(open).size > atMost) throw tooLarge(file, atMost);
      return bytesOf(open, file, atMost);
    } finally {
      closeSync(open);
    }
  });
}

/** Whether these bytes are UTF-8, but for a character that the end may cut off. */
function mayGoOn(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** How many bytes from the start are whole characters of UTF-8. */
function validBytes(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (mayGoOn(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  while (!isUtf8(bytes.subarray(0, valid))) valid -= 1;
  return valid;
}

function notUtf8(file: string, bytes: Uint8Array): TagproofError {
  const valid = validBytes(bytes);
  const text = new TextDecoder().decode(bytes.subarray(0, valid));
  const { line, column } = spotAt(linesOf({ file, text }), { start: text.length, end: text.length });
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const remedy = utf16 ? 'it looks like UTF-16; save it as UTF-8' : 'save it as UTF-8';
  return new TagproofError('file', `${file}:${line}:${column}: not UTF-8 at byte ${valid}; ${remedy}`);
}

/**
 * Reads a text file of at most `atMost` bytes. Throws a `file` error when it is missing, not a file, unreadable, too large or not
 * UTF-8.
 */
export function readSource(file: string, atMost: number = SOURCE_AT_MOST): Source {
  const bytes = readBytes(file, atMost);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw notUtf8(file, bytes);
  }
}
