/** The compiled package: `npm test` and `npm run test:deep` have built it already; a file that runs alone builds it where a source is newer. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = ['src', 'simulator', 'mutants', 'scripts'];
export const BIN = resolve('dist/src/cli/bin.js');

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|test-helpers/.test(name))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return Math.max(...times);
}

export function buildWhereStale(): void {
  const built = statSync(BIN, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built < Math.max(...SOURCES.map(newest))) execFileSync('npm', ['run', 'build', '--silent']);
}
