/** The digest of a file of any size, as that of its text: a mark of the byte order at its start is not part of it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileTrouble } from '../file-trouble.ts';

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** SHA-256 in hexadecimal. Rejects with TagproofError('file') where the file can't be read. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  let isStart = true;
  try {
    for await (const block of createReadStream(file)) {
      const bytes = block as Buffer;
      hash.update(
        isStart && bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes,
      );
      isStart = false;
    }
  } catch (error) {
    throw fileTrouble(file, error, 'read');
  }
  return hash.digest('hex');
}
