/**
 * Figures that do not depend on the machine, so that nothing becomes slow by accident: raise one here where a change is worth it,
 * and say in the commit why.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

interface Coverage {
  readonly result: readonly { readonly functions: readonly CoveredFunction[] }[];
}
interface CoveredFunction {
  readonly functionName: string;
  readonly ranges: readonly { readonly count: number }[];
}

/** How many files of the sources and of packages a command runs, of those in the bundle: each is a function there that has the file's name. */
function modulesOf(...words: readonly string[]): number {
  const folder = mkdtempSync(join(FOLDER, 'coverage-'));
  execFileSync(process.execPath, [BIN, ...words], {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: 'pipe',
  });
  const reports = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Coverage,
  );
  return reports
    .flatMap(({ result }) => result.flatMap(({ functions }) => functions))
    .filter(({ functionName, ranges }) => /\.[cm]?[jt]s$/.test(functionName) && ranges[0]?.count === 1)
    .length;
}

describe('few files of code are run', () => {
  test.each<readonly [most: number, words: readonly string[]]>([
    [35, ['--version']],
    [35, ['--help']],
    [207, ['exec', '--', 'node', '-e', '0']],
    [512, ['run', '--only', 'tags/exists@gamePlayer.admin']],
  ])('%i by %j', (most, words) => {
    expect(modulesOf(...words)).toBeLessThanOrEqual(most);
  });
});

test('V8 takes the code that the build has kept', () => {
  const script = `
    import { bundleScript } from '${pathToFileURL('dist/src/cli/bundle.js').href}';
    console.log(bundleScript().cachedDataRejected);`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe(
    'false\n',
  );
});

test.each([
  ['dist/data/suite.json', 310_000],
  ['dist/data/world.json', 480_000],
  ['dist/src/cli/tagproof.cjs', 3_200_000],
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
