/** Reading a file as text, with a clear message for each way in which that can fail. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { TagproofError } from '../../errors.ts';
import { openToRead, withFile } from '../../file-trouble.ts';
import { linesOf, spotAt, type Source } from './source.ts';

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
