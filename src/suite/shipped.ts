/** Which suite files come with tagproof: those in the package's own `suites` folder. All others are the user's own. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';

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
