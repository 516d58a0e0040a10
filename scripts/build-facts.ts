/** What a build is made of: its entries, which packages stay out of it, and whether it is older than its sources. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/base/package-root.ts';

/** What other code imports: the entries of `exports` in package.json. */
export const LIBRARY: readonly string[] = ['src/library/index.ts', 'src/library/vitest.ts'];

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
) as Readonly<Record<'dependencies' | 'peerDependencies', Readonly<Record<string, string>>>>;

/**
 * Packages that stay out of the bundle, since they are installed with it: those that only some commands need, and those that the
 * library's declarations name. All others are bundled, and a user never installs them.
 */
export const OUTSIDE: string[] = Object.keys({ ...dependencies, ...peerDependencies });

const FOLDERS = ['src', 'simulator', 'scripts', 'suites', 'fixtures'];
const FILES = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];
/** What a build is made of. */
export const BUILT_FROM: readonly string[] = [...FOLDERS, ...FILES];
const BUILT = 'dist/src/cli/bin.js';

const isTest = (path: string): boolean => /\.test\.ts$|test-helpers|__snapshots__/.test(path);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !isTest(path));

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether `dist` is older than what `npm run build` makes it of. */
export function isBuildStale(): boolean {
  const built = changedAt(join(PACKAGE_ROOT, BUILT));
  const sources = [...FOLDERS.flatMap(filesIn), ...FILES.map((file) => join(PACKAGE_ROOT, file))];
  return sources.some((path) => changedAt(path) > built);
}
