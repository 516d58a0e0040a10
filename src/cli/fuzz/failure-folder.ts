/** The folder in which the failures of the latest fuzz run stand, each as a file that can be replayed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { statIfThere, withFile } from '../../file-trouble.ts';
import { failureName, slug } from '../../fuzz/failure-name.ts';
import { readFailure, type FailureFile } from '../../fuzz/failure-file.ts';
import type { Failure } from '../../fuzz/settle.ts';

export const FAILURES = join('reports', 'latest', 'failures');
const FAILURE = '.failure.json';
const RAW = '.raw';

function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { message } = error as Error;
    throw new TagproofError(
      'file',
      `${path}: can't be written: ${message}\nmake it a folder that you may write to`,
    );
  }
}

/** A file where a folder is needed is refused before the run: after it, what was found could not be told. */
export function refuseFile(option: string, path: string | undefined): void {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  throw new TagproofError('usage', `${option} ${path}: is a file\nmake it a folder that you may write to`);
}

/** Names its files before they are written, so that a report can name them. */
export class FailureFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a failure. */
  fileOf(failure: Failure): string {
    return join(this.#folder, `${slug(failureName(failure))}${FAILURE}`);
  }

  /** The file with the bytes of one of its requests. */
  rawFileOf(failure: Failure, shot: number): string {
    return join(this.#folder, `${slug(failureName(failure))}-${shot + 1}${RAW}`);
  }

  /** Takes away what an earlier run has left: these are the failures of the latest one. */
  clear(): void {
    if (statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    const own = readdirSync(this.#folder).filter((name) => name.endsWith(FAILURE) || name.endsWith(RAW));
    for (const name of own) rmSync(join(this.#folder, name), { force: true });
  }

  write(path: string, content: string | Uint8Array): void {
    writing(this.#folder, () => {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(path, content);
    });
  }
}

/** Reads a saved failure, or says what is wrong with the file. */
export function readFailureFile(path: string): FailureFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new TagproofError(
      'file',
      `${path}: there is no such file that can be read\nname a file that \`tagproof fuzz\` saved`,
    );
  }
  return readFailure(text, path);
}

/** The files that are meant: those named, a folder's failures, or all of the latest run. */
export function failureFiles(named: readonly string[]): readonly string[] {
  const paths = named.length > 0 ? named : [FAILURES];
  const files = paths.flatMap((path) =>
    statIfThere(path, 'read')?.isDirectory() === true
      ? withFile(path, 'read', () => readdirSync(path))
          .filter((name) => name.endsWith(FAILURE))
          .toSorted()
          .map((name) => join(path, name))
      : named.length > 0
        ? [path]
        : [],
  );
  if (files.length > 0) return files;
  throw new TagproofError(
    'nothing-selected',
    `${paths.join(', ')}: there is no failure to replay\n\`tagproof fuzz\` saves there what it finds; or name a file`,
  );
}
