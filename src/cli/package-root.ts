/** Where the package's own suites and fixtures are, compiled or not. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

function rootFrom(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootFrom(dirname(folder));
}

const root = rootFrom(dirname(fileURLToPath(import.meta.url)));

/** A path of the package, as short as it can be said from the folder that the user is in. */
export function packagePath(...parts: readonly string[]): string {
  const path = join(root, ...parts);
  const near = relative('.', path);
  return near.startsWith('..') ? path : near;
}

export const DEFAULT_SUITE = packagePath('suites');
export const DEFAULT_WORLD = packagePath('fixtures', 'world.yaml');
