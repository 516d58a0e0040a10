/** The compiled package: `npm test` and `npm run test:deep` have built it already; a file that runs alone builds it where a source is newer. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { isBuildStale } from '../../scripts/build-facts.ts';

export const BIN = resolve('dist/src/cli/bin.js');

export function buildWhereStale(): void {
  if (isBuildStale()) execFileSync('npm', ['run', 'build', '--silent']);
}
