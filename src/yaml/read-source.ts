/** Reading a file as text, with a clear word for each way in which that can fail. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { TagproofError } from '../errors.ts';
import { linesOf, spotAt, type Source } from './source.ts';

/** Larger files are refused: nobody writes one by hand. */
export const SOURCE_AT_MOST = 32 * 1024 * 1024;

const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file; check the path, which is relative to the current directory',
  EACCES: 'may not be read; check its permissions',
  EPERM: 'may not be read; check its permissions',
  ENOTDIR: 'no such file; a part of its path is no directory',
  EISDIR: 'is a directory; name a file in it',
  ELOOP: 'is a symbolic link that leads back to itself',
  ENAMETOOLONG: 'has a name that is too long',
};

function unreadable(file: string, error: unknown): TagproofError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = REMEDIES[code] ?? `can't be read: ${error instanceof Error ? error.message : String(error)}`;
  return new TagproofError('file', `${file}: ${why}`);
}

function readBytes(file: string): Uint8Array {
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw new TagproofError('file', `${file}: ${REMEDIES['EISDIR']}`);
    if (found.size > SOURCE_AT_MOST) {
      throw new TagproofError(
        'file',
        `${file}: ${found.size} bytes are too many; at most ${SOURCE_AT_MOST} are read. Split the file`,
      );
    }
    return readFileSync(file);
  } catch (error) {
    throw error instanceof TagproofError ? error : unreadable(file, error);
  }
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

/** Reads a text file. Throws a `file` error when it is missing, no file, unreadable, too large or not UTF-8. */
export function readSource(file: string): Source {
  const bytes = readBytes(file);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw notUtf8(file, bytes);
  }
}
