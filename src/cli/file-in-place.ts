/** A file that is written as a draft and renamed when it is whole: a reader never sees half of it. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { checkWritable, withFile } from '../file-trouble.ts';

export class FileInPlace {
  readonly #path: string;
  readonly #beside: string;
  #open: number | undefined;

  /** Throws a `file` error where it could not be written. */
  constructor(path: string) {
    checkWritable(path);
    this.#path = path;
    this.#beside = `${path}.partial`;
    this.#open = withFile(path, 'write', () => openSync(this.#beside, 'w'));
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    withFile(this.#path, 'write', () => {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#open ?? -1, bytes, written);
    });
  }

  /** Puts it in its place. */
  finish(): void {
    this.#close();
    withFile(this.#path, 'write', () => renameSync(this.#beside, this.#path));
  }

  /** Leaves nothing behind, unless it is finished. */
  discard(): void {
    if (this.#open === undefined) return;
    this.#close();
    rmSync(this.#beside, { force: true });
  }

  #close(): void {
    if (this.#open !== undefined) closeSync(this.#open);
    this.#open = undefined;
  }
}
