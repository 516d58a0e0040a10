/** Every command of the README is run as it stands. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { serving } from '../src/cli/test-helpers/serving.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { DEFAULT_WORLD } from '../src/base/package-paths.ts';
import { buildWhereStale } from './test-helpers/built.ts';
import { blocksOf } from './test-helpers/readme.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const BLOCKS = blocksOf('sh');

const world = readTargetFile(DEFAULT_WORLD, {});
const adminKey = world.secrets.find(({ name }) => name === 'admin')?.value ?? '';
const folder = tempFolder();
let url = '';

/** A folder as a clone is: `npx tagproof` is the built command line, and fixtures are there. */
beforeAll(async () => {
  buildWhereStale();
  url = await serving();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(
    join(folder, 'bin', 'npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${resolve('dist/src/cli/bin.js')}" "$@"\n`,
  );
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
  symlinkSync(resolve('fixtures'), join(folder, 'fixtures'));
  const ownCase = blocksOf('yaml').find((text) => text.startsWith('chapter:')) ?? '';
  writeFileSync(join(folder, 'my-cases.yaml'), ownCase);
});

const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
const env = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH,
  STAGING_URL: url,
  STAGING_ADMIN_KEY: adminKey,
});

const execute = promisify(execFile);

/** Runs lines as a shell does, each as it stands, but for the values that only the reader knows. */
async function bash(script: string): Promise<string> {
  const own = script.replaceAll(/^export STAGING_\w+=.*$/gm, '');
  return (await execute('bash', ['-euo', 'pipefail', '-c', own], { cwd: folder, env: env() })).stdout;
}

/** What an own case needs, as the README asks: the id of a player of the backend. */
function withOwnPlayer(): void {
  const text = readFileSync('fixtures/minimal-target.yaml', 'utf8').replace('"0123456789"', '"playerann1"');
  writeFileSync(join(folder, 'my-target.yaml'), text);
}

describe('the commands', () => {
  test('against a backend work one after the other', { timeout: 120_000 }, async () => {
    const backend = BLOCKS.find((block) => block.includes('probe')) ?? '';
    const lines = backend.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    await bash(lines[0] ?? '');
    withOwnPlayer();
    const probed = await bash(lines.slice(1, 4).join('\n'));
    expect(probed).toContain('my-target.yaml');
    expect(await bash(lines.slice(4).join('\n'))).toMatch(/^\d+ passed, 0 failed, /m);
  });

  test('of own cases work', { timeout: 60_000 }, async () => {
    const own = BLOCKS.find((block) => block.includes('my-cases.yaml')) ?? '';
    const [lint = '', run = ''] = own.trimEnd().split('\n');
    expect(await bash(lint)).toContain('nothing is wrong');
    expect(await bash(run)).toMatch(/^1 passed, 0 failed, /m);
  });

  test('of fuzzing work', { timeout: 60_000 }, async () => {
    const fuzz = BLOCKS.find((block) => block.includes('tagproof fuzz')) ?? '';
    const [first = ''] = fuzz.trimEnd().split('\n');
    expect(await bash(first)).toMatch(/ 0 failed, /);
  });

  test('of the simulator serve until they are interrupted', { timeout: 60_000 }, async () => {
    const simulate = BLOCKS.find((block) => block.includes('tagproof simulate')) ?? '';
    const child = spawn('bash', ['-c', `exec ${simulate.split('#')[0]?.trim()} --port 0`], {
      cwd: folder,
      env: env(),
    });
    const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    child.kill('SIGINT');
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
