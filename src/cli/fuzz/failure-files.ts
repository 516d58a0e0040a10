/** The files to replay: the named ones, and all in the named folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { statIfThere, withFile } from '../../file-trouble.ts';
import { readFailure, type FailureFile } from '../../fuzz/save/failure-file.ts';
import { FAILURE } from './manifest.ts';

/** Reads a saved failure, or says what is wrong with the file. */
export function readFailureFile(path: string): FailureFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new TagproofError(
      'file',
      `${path}: no such file, or not readable\nname a file that \`tagproof fuzz --failures DIR\` saved`,
    );
  }
  return readFailure(text, path);
}

function filesAt(path: string): readonly string[] {
  if (statIfThere(path, 'read')?.isDirectory() !== true) return [path];
  return withFile(path, 'read', () => readdirSync(path))
    .filter((name) => name.endsWith(FAILURE))
    .toSorted()
    .map((name) => join(path, name));
}

/** The files that are meant: those named, or a folder's failures. */
export function failureFiles(named: readonly string[]): readonly string[] {
  if (named.length === 0)
    throw new TagproofError(
      'usage',
      'replay: no failure is named\nname the files or folders that `tagproof fuzz --failures DIR` saved',
    );
  const files = named.flatMap(filesAt);
  if (files.length > 0) return files;
  throw new TagproofError(
    'nothing-selected',
    `${named.join(', ')}: there is no failure to replay\n\`tagproof fuzz --failures DIR\` saves there what it finds; or name a file`,
  );
}
