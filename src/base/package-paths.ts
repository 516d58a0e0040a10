/** Paths of the package's own suites and fixtures, as short as possible. */
import { join, relative } from 'node:path';
import { PACKAGE_ROOT } from './package-root.ts';

/** A path of the package, as short as possible from the current directory. */
export function packagePath(...parts: readonly string[]): string {
  const path = join(PACKAGE_ROOT, ...parts);
  const near = relative('.', path);
  return near.startsWith('..') ? path : near;
}

export const DEFAULT_SUITE = packagePath('suites');
export const DEFAULT_WORLD = packagePath('fixtures', 'world.yaml');
