/** The suite files that paths name. */
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { namesIn, statIfThere } from '../../file-trouble.ts';
import { SUITE_FILE } from './shipped.ts';

/** The suite files at a path: itself, or those in the folder, by their names. */
export function suiteFilesAt(path: string): readonly string[] {
  const stat = statIfThere(path, 'read');
  if (stat === undefined)
    throw new TagproofError(
      'file',
      `${path}: there is no such file or folder\nname a suite file, or a folder of them`,
    );
  if (!stat.isDirectory()) return [path];
  const files = namesIn(path)
    .filter((name) => SUITE_FILE.test(name))
    .map((name) => join(path, name));
  if (files.length === 0)
    throw new TagproofError('file', `${path}: no suite file (*.yaml) is in this folder`);
  return files;
}
