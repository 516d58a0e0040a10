/**
 * The package as tools that know packages see it: publint, are-the-types-wrong, knip. knip is fetched when it is needed: its
 * parser comes with parts for all systems, and npm ci fails where a registry lacks one of them.
 */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { buildWhereStale } from './test-helpers/built.ts';

const MINUTES_MS = 60_000;

test('npm run check:package finds nothing', { timeout: 5 * MINUTES_MS }, () => {
  buildWhereStale();
  // To pack would build again, in the middle of tests that use what is built.
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  let printed = '';
  try {
    execFileSync('npm', ['run', 'check:package', '--silent'], { encoding: 'utf8', env, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    printed = stdout + stderr;
  }
  expect(printed).toBe('');
});
