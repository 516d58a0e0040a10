/** The packed package, installed into an empty folder as a user does it: commands, the library, the examples, the types. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWhereStale } from './test-helpers/built.ts';
import { processOf } from './test-helpers/processes.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const HERE = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  devDependencies: Record<string, string>;
};
const MINUTES_MS = 60_000;

const root = tempFolder();
/** npx takes as long as the command itself. */
const BIN = join(root, 'node_modules/.bin/tagproof');

interface Ran {
  readonly exit: number;
  readonly out: string;
}

/** Runs a program in the folder; standard error is part of what it prints. */
function run(command: string, ...args: readonly string[]): Ran {
  const line = [command, ...args].map((word) => `'${word}'`).join(' ');
  try {
    const out = execFileSync('bash', ['-c', `${line} 2>&1`], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
    return { exit: 0, out };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { exit: status, out: stdout };
  }
}

const devVersion = (name: string): string => `${name}@${HERE.devDependencies[name]}`;

beforeAll(() => {
  buildWhereStale();
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', root], { stdio: 'ignore' });
  writeFileSync(join(root, 'package.json'), '{ "name": "a-game", "private": true, "type": "module" }\n');
  const tarball = `./tagproof-${HERE.version}.tgz`;
  const wanted = [tarball, devVersion('vitest'), devVersion('typescript'), devVersion('@types/node')];
  const installed = run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted);
  expect(installed.exit, installed.out).toBe(0);
  cpSync('examples', root, { recursive: true });
}, 5 * MINUTES_MS);

describe('commands', () => {
  test('run: a part of the suite against the embedded simulator', () => {
    const { exit, out } = run('npx', 'tagproof', 'run', '--only', '7.3');
    expect(exit, out).toBe(0);
    expect(out).toMatch(/\d+ passed, 0 failed, 0 warned, 0 skipped, 0 errored\n$/);
  });

  test('simulate: serves, and ends with SIGTERM', async () => {
    const { child, said, end } = processOf(BIN, ['simulate', '--port', '0', '--log', 'json'], root);
    const url = await said(/http:\/\/127[\d.:]+/);
    const { exit, out } = run('curl', '--silent', '--request', 'POST', url);
    expect(exit, out).toBe(0);
    expect(JSON.parse(out)).toHaveProperty('returnCode');
    child.kill('SIGTERM');
    expect(await end).toBe(0);
  });
});

test('init, openapi and fixtures: files that the next command takes', () => {
  for (const line of [
    ['init', 'http://127.0.0.1:9', '--ci', 'github'],
    ['openapi'],
    ['fixtures', '5', '--out', 'world.json'],
    ['list', '--lint', '--world', 'world.json'],
  ]) {
    const { exit, out } = run(BIN, ...line);
    expect(exit, out).toBe(0);
  }
});

describe('examples', () => {
  const scripts = readdirSync('examples').filter((name) => name.endsWith('.mjs'));

  test.each(scripts)('%s', (name) => {
    const { exit, out } = run('node', name);
    expect(exit, out).toBe(0);
  });

  test('those for vitest', () => {
    const { exit, out } = run('npx', 'vitest', 'run');
    expect(exit, out).toBe(0);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'have the types that the package declares, which are sound themselves: module %s, %s',
    (module, resolution) => {
      const files = readdirSync('examples').filter((name) => name.endsWith('.ts'));
      const language = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', '--types', 'node'];
      const modules = ['--module', module, '--moduleResolution', resolution];
      const options = ['--noEmit', '--skipLibCheck', 'false', ...language, ...modules];
      const { exit, out } = run('npx', 'tsc', ...options, ...files);
      expect(exit, out).toBe(0);
    },
  );
});

test('it holds each file that the README links', () => {
  const readme = readFileSync(resolve(root, 'node_modules/tagproof/README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) => to);
  const files = readdirSync(join(root, 'node_modules/tagproof'), { recursive: true, encoding: 'utf8' });
  const there = new Set(files);
  const SOURCES = /^(src\/|reports\/|bench\/|AGENTS\.md|CONTRIBUTING\.md)/;
  expect(links.filter((to) => !there.has(to) && !SOURCES.test(to))).toEqual([]);
});

test('by itself it brings at most 16 packages and 24 MB', { timeout: MINUTES_MS }, () => {
  const folder = tempFolder();
  const tarball = join(root, `tagproof-${HERE.version}.tgz`);
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder, tarball];
  execFileSync('npm', words, { stdio: 'pipe' });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  expect(Object.keys(lock.packages).filter((path) => path !== '').length).toBeLessThanOrEqual(16);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(24_000_000);
});
