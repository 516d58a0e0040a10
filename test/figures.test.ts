/**
 * Figures that do not depend on the machine, so that nothing becomes slow by accident: raise one here where a change is worth it,
 * and say in the commit why.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { planCase } from '../src/suite/plan/plan-case.ts';
import { BIN, buildWhereStale } from './test-helpers/built.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'tagproof-figures-'));
beforeAll(buildWhereStale, 120_000);
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** How many files of code a command loads, the helper that counts them left out. */
function modulesOf(...words: readonly string[]): number {
  const count = join(FOLDER, 'modules');
  execFileSync(
    process.execPath,
    ['--import', resolve('test/test-helpers/count-modules.mjs'), BIN, ...words],
    {
      env: { ...process.env, TAGPROOF_TEST_MODULES: count },
      stdio: 'pipe',
    },
  );
  return Number(readFileSync(count, 'utf8'));
}

describe('few files of code are loaded', () => {
  test.each<readonly [most: number, words: readonly string[]]>([
    [44, ['--version']],
    [44, ['--help']],
    [75, ['exec', '--', 'node', '-e', '0']],
    [99, ['run', '--only', 'tags/exists@gamePlayer.admin']],
  ])('%i by %j', (most, words) => {
    expect(modulesOf(...words)).toBeLessThanOrEqual(most);
  });
});

test.each([
  ['dist/data/suite.json', 300_000],
  ['dist/data/world.json', 480_000],
  ['dist/src/cli/bin.js', 45_000],
])('%s has at most %i bytes', (file, most) => {
  expect(statSync(file).size).toBeLessThanOrEqual(most);
});

test('the number of requests that the suite plans in the shipped world', () => {
  const { world, extensions, provoke, dialectAnswers } = readTargetFile('fixtures/world.yaml', {});
  const facts = { world, extensions, provocations: provoke, dialect: completeDialect(dialectAnswers) };
  const requests = expand(loadSuite(['suites'])).map((instance) => {
    const plan = planCase(instance, facts);
    return plan.kind === 'skip' ? 0 : plan.steps.reduce((sum, step) => sum + step.requests.length, 0);
  });
  expect(requests.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(9780);
});
