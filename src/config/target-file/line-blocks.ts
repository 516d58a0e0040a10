/** A text file line by line, however large it is: only a block of it is in memory. */
import { closeSync, readSync } from 'node:fs';
import { TagproofError } from '../../errors.ts';
import { openToRead, withFile } from '../../file-trouble.ts';

const BLOCK = 1024 * 1024;
const NEWLINE = 0x0a;
/** Refuses longer lines. */
const MAX_LINE = 32 * 1024 * 1024;

function decoded(bytes: Uint8Array, file: string, line: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TagproofError('file', `${file}: not UTF-8 at line ${line} or soon behind it; save it as UTF-8`);
  }
}

/** Whole lines, as many as a block holds; `line` is the number of the first, counted from 1. */
export interface LineBlock {
  readonly line: number;
  readonly lines: readonly string[];
}

/** Reads the lines of a file. Throws a `file` error when it is missing, unreadable, not UTF-8, or has a line beyond 32 MiB. */
export function* lineBlocks(file: string): Generator<LineBlock> {
  const open = openToRead(file);
  try {
    let rest: Uint8Array = new Uint8Array();
    let line = 1;
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK);
      const read = withFile(file, 'read', () => readSync(open, block));
      if (read === 0) break;
      const end = block.subarray(0, read).lastIndexOf(NEWLINE);
      if (end === -1) {
        rest = Buffer.concat([rest, block.subarray(0, read)]);
        if (rest.length > MAX_LINE)
          throw new TagproofError('file', `${file}:${line}: this line is longer than ${MAX_LINE} bytes`);
        continue;
      }
      const lines = decoded(Buffer.concat([rest, block.subarray(0, end)]), file, line).split('\n');
      yield { line, lines };
      line += lines.length;
      rest = Buffer.from(block.subarray(end + 1, read));
    }
    if (rest.length > 0) yield { line, lines: [decoded(rest, file, line)] };
  } finally {
    closeSync(open);
  }
}
