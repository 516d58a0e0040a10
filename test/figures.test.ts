/**
 * Figures that do not depend on the machine, so that nothing becomes slow by accident: raise one here where a change is worth it,
 * and say in the commit why.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import { planCase } from '../src/cases/plan/plan-case.ts';
import { CONTROL_ROUTES } from '../simulator/control/routes.ts';
import { TABS } from '../simulator/console/page/logic/place.ts';
import { REPORTER_NAMES } from '../src/world/target-file/report-word.ts';
import { commandNames, optionNames } from '../scripts/house/command-line.ts';
import { installedPackages } from '../scripts/house/package.ts';
import { houseLines, sharedNames, srcFolders, testLines } from '../scripts/house/tree.ts';
import { BIN, buildWhereStale } from './test-helpers/built.ts';

const HERE = pathToFileURL('./').href;
const FOLDER = mkdtempSync(join(tmpdir(), 'tagproof-figures-'));
beforeAll(buildWhereStale, 120_000);
afterAll(() => rmSync(FOLDER, { recursive: true }));

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** How many bytes of code a command loads, in all its threads, that of packages too. */
function bytesLoadedBy(...words: readonly string[]): number {
  const folder = mkdtempSync(join(FOLDER, 'coverage-'));
  execFileSync(process.execPath, [BIN, ...words], {
    cwd: FOLDER,
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: 'pipe',
  });
  const urls = readdirSync(folder)
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Coverage)
    .flatMap(({ result }) => result.map(({ url }) => url))
    .filter((url) => url.startsWith(HERE));
  return [...new Set(urls)].reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
}

describe('little code is loaded', () => {
  test.each<readonly [most: number, words: readonly string[]]>([
    [140_000, ['--version']],
    [140_000, ['--help']],
    [650_000, ['exec', '--', 'node', '-e', '0']],
    [1_200_000, ['run', '--only', 'tags/exists@gamePlayer.admin']],
  ])('at most %i bytes by %j', (most, words) => {
    const bytes = bytesLoadedBy(...words);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(most);
  });
});

describe('the house is no larger than it was', () => {
  test.each<readonly [what: string, most: number, figure: () => number]>([
    ['lines of src + simulator + suites', 54_420, houseLines],
    ['lines of tests', 37_700, testLines],
    ['names defined in more than one file', 150, () => sharedNames().length],
    ['folders in src', 11, () => srcFolders().length],
    ['commands', 14, () => commandNames().length],
    ['options', 56, () => optionNames().length],
    ['control routes', 24, () => CONTROL_ROUTES.length],
    ['reporters', 8, () => REPORTER_NAMES.length],
    ['tabs of the console', 4, () => Object.keys(TABS).length],
    ['packages that are installed with it', 5, () => installedPackages().length],
  ])('%s: at most %i', (_, most, figure) => {
    expect(figure()).toBeLessThanOrEqual(most);
  });
});

test.each([
  ['dist/data/suite.json', 310_000],
  ['dist/data/world.json', 480_000],
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
