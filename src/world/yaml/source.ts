/** Reading a file as text, with a clear message for each way in which that can fail. */
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { TagproofError } from '../../base/errors.ts';
import { openToRead, withFile } from '../../base/file-trouble.ts';

export interface Source {
  /** The file's name as people are shown it. */
  readonly file: string;
  readonly text: string;
}

/** Refuses larger files: no hand-written file is this large. */
export const SOURCE_AT_MOST = 32 * 1024 * 1024;

/** The bytes of a file, however odd: a file that grows is read up to the size that it had. Throws a `file` error. */
export function readBytes(file: string, atMost: number = SOURCE_AT_MOST): Buffer {
  const tooLarge = `${file}: too large: at most ${atMost} bytes are read. Split the file`;
  return withFile(file, 'read', () => {
    const open = openToRead(file);
    try {
      if (fstatSync(open).size > atMost) throw new TagproofError('file', tooLarge);
      return readFileSync(open);
    } finally {
      closeSync(open);
    }
  });
}

/** Says at which byte a text stops being UTF-8: the first that changes when what could be read is written again. */
function notUtf8(file: string, bytes: Buffer): TagproofError {
  const again = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let valid = 0;
  while (bytes[valid] === again[valid]) valid += 1;
  const lines = bytes.toString('utf8', 0, valid).split('\n');
  const place = `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
  const isUtf16 = bytes.readUInt16BE(0) === 0xfffe || bytes.readUInt16BE(0) === 0xfeff;
  const remedy = `${isUtf16 ? 'it looks like UTF-16; ' : ''}save it as UTF-8`;
  return new TagproofError('file', `${file}:${place}: not UTF-8 at byte ${valid}; ${remedy}`);
}

/** Reads a text file. Throws a `file` error when it is missing, not a file, unreadable, too large or not UTF-8. */
export function readSource(file: string, atMost?: number): Source {
  const bytes = readBytes(file, atMost);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw notUtf8(file, bytes);
  }
}
