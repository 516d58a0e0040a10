/** The suite files that paths name, and which of them come with tagproof: those in the package's own `suites` folder. All others are the user's own. */
import { dirname, join } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import { namesIn, statIfThere } from '../../base/file-trouble.ts';
import { realpathSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../base/package-root.ts';

/** How the name of a suite file ends. */
const SUITE_FILE = /\.ya?ml$/;

const FOLDER = join(PACKAGE_ROOT, 'suites');

/** A path with all links followed; undefined where it has none, as a pipe of a shell. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a suite file is shipped, by whatever path or link it is named. */
export function isShipped(file: string): boolean {
  const path = realPath(file);
  return path !== undefined && dirname(path) === realPath(FOLDER);
}

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
    throw new TagproofError(
      'file',
      `${path}: no suite file (*.yaml) is in this folder\nname another folder, or a file`,
    );
  return files;
}
