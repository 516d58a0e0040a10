/** The files to replay: the named ones, and all in the named folders. */
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { readSource } from '../../config/yaml/source.ts';
import { namesIn, statIfThere } from '../../file-trouble.ts';
import { readFailure, type FailureFile } from '../../fuzz/failures/failure-file.ts';
import { FAILURE } from './manifest.ts';

/** Reads a saved failure, or says what is wrong with the file. */
export function readFailureFile(path: string): FailureFile {
  return readFailure(readSource(path).text, path);
}

function filesAt(path: string): readonly string[] {
  if (statIfThere(path, 'read')?.isDirectory() !== true) return [path];
  return namesIn(path)
    .filter((name) => name.endsWith(FAILURE))
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
