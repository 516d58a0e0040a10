/** Paths of the package's own suites and fixtures, as short as possible. */
import { join, relative } from 'node:path';
import { CONFORMANCE, PACKAGE_ROOT } from './package-root.ts';

/** A path of the package, as short as possible from the current directory. */
export function packagePath(...parts: readonly string[]): string {
  const path = join(PACKAGE_ROOT, ...parts);
  const near = relative('.', path);
  return near.startsWith('..') ? path : near;
}

export const DEFAULT_SUITE = packagePath('suites');

/** What the suite runs against where no target is named: everything that a case asks for, and every trap. */
export const CONFORMANCE_WORLD = packagePath('fixtures', 'world.yaml');
/** What a simulator serves where no world is named: a game as a developer might have it. */
export const GAME_WORLD = packagePath('fixtures', 'game.yaml');

/** The path that --world and the library's `world` name. */
export const worldNamed = (name: string): string => (name === CONFORMANCE ? CONFORMANCE_WORLD : name);
