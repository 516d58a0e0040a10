/** Which suite files come with tagproof: those in the package's own `suites` folder. All others are the user's own. */
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../package-root.ts';

/** How the name of a suite file ends. */
export const SUITE_FILE = /\.ya?ml$/;

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

/** Whether these are all files of the shipped suite, perhaps among others. */
export function isWholeSuite(files: readonly string[]): boolean {
  const there = new Set([...new Set(files)].map(realPath));
  return readdirSync(FOLDER)
    .filter((name) => SUITE_FILE.test(name))
    .every((name) => there.has(realPath(join(FOLDER, name))));
}
