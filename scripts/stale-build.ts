/** Whether `dist` is older than what `npm run build` makes it of. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/package-root.ts';

const FOLDERS = ['src', 'simulator', 'mutants', 'scripts', 'suites', 'fixtures'];
const FILES = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];
const BUILT = 'dist/src/cli/bin.js';

const isTest = (path: string): boolean => /\.test\.ts$|test-helpers|__snapshots__/.test(path);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !isTest(path));

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export function isBuildStale(): boolean {
  const built = changedAt(join(PACKAGE_ROOT, BUILT));
  const sources = [...FOLDERS.flatMap(filesIn), ...FILES.map((file) => join(PACKAGE_ROOT, file))];
  return sources.some((path) => changedAt(path) > built);
}
