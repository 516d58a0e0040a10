/** The compiled command line: `npm test` has built it already; a file that is run alone builds it where a source is newer. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const BIN = resolve('dist/src/cli/bin.js');

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return Math.max(...times);
}

/** Builds where the build is older than a source. */
export function built(): void {
  const at = statSync(BIN, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (at < Math.max(newest('src'), newest('simulator'))) execFileSync('npm', ['run', 'build', '--silent']);
}
