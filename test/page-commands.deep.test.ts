/** Every command line of the pages is run as it stands, once, one after the other, in a folder with the files that the pages name. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serving, servingMutant } from '../src/cli/test-helpers/serving.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { BIN, buildWhereStale } from './test-helpers/built.ts';
import { commandLines, isTagproof } from './test-helpers/command-lines.ts';
import { blocksOf } from './test-helpers/readme.ts';
import { processOf } from './test-helpers/processes.ts';
import { kitVariables } from './test-helpers/seed-kit.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const PAGES = execFileSync('git', ['ls-files', 'README.md', 'SECURITY.md', 'docs', 'examples'], {
  encoding: 'utf8',
})
  .split('\n')
  // The tests of the control API send what its page shows.
  .filter((path) => /\.(?:md|ya?ml)$/.test(path) && path !== 'docs/control-api.md')
  .map((path) => ({ path, lines: commandLines(path) }));

/** Lines that are not run here, and why. */
const NOT_RUN: readonly (readonly [begins: RegExp, why: string])[] = [
  [/^npm ci && npm (?:start|test)\b/, 'CI runs them, as test/docs.test.ts holds'],
  [/^(?:npx openapi-typescript|npm install openapi-fetch)\b/, 'need the network'],
  [/^(?:npm pack|cd|npm install --save-dev) /, 'test/package.deep.test.ts installs the packed package'],
  [/^docker /, 'needs docker; test/distribution.test.ts reads the image'],
  [/^cosign /, 'needs the network, and an identity'],
];

const isRun = (line: string): boolean => !NOT_RUN.some(([begins]) => begins.test(line));

/** What the reader puts in, and what a CI system does. */
const FILLED_IN: Readonly<Record<string, string>> = {
  '<clause>': '7.3/string-min-length',
  '<question>': 'tagKeys.effect',
  FILE: 'my-target.yaml',
  // Any free port is asked for behind it.
  'simulate 8080': 'simulate',
  '${{ matrix.resource }}': 'group',
  // The page shows it below a target file that names the baseline.
  'run --update-baseline': 'run --baseline baseline.yaml --update-baseline',
};
const BACKEND = /https:\/\/staging\.example\.com\/base|http:\/\/127\.0\.0\.1:4020/g;

/** These fail: fuzzing is shown with a backend that has a defect, and --vary with a client that depends on an answer. */
const OF_DEFECT = / fuzz --(?:target|runs) | --suite found\b/;
const FAILING = new RegExp(`${OF_DEFECT.source}| --vary `);
const SERVES = /\btagproof simulate\b/;

/** With what the reader puts in; what serves does so on a free port, what watches at a terminal where q is pressed. */
function runnable(line: string, url: string): string {
  let [command = ''] = line.replaceAll(BACKEND, url).split(/\s+# /);
  for (const [word, value] of Object.entries(FILLED_IN)) command = command.replaceAll(word, value);
  // What was written about the backend before names the one without a defect.
  if (OF_DEFECT.test(command) && !command.includes('my-target')) command += ' --target my-target.yaml';
  if (command.includes(' --watch')) return `{ sleep 2; printf q; } | script -qec '${command}' /dev/null`;
  return SERVES.test(command) ? `exec ${command} --port 0` : command;
}

const home = tempFolder();
const secrets = kitVariables();
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...secrets,
  PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
  STAGING_ADMIN_KEY: secrets['TAGPROOF_KEY_ADMIN'],
  RESOURCE: 'group',
};
const urls = { right: '', ofKit: '', defective: '' };

/** Runs a line as a shell does: its exit code, and what it printed. One that serves is interrupted once it does. */
async function ended(line: string, cwd: string) {
  const url = OF_DEFECT.test(line) ? urls.defective : line.includes('seed-kit') ? urls.ofKit : urls.right;
  const run = processOf('bash', ['-euc', runnable(line, url)], cwd, { ...env, STAGING_URL: url });
  if (SERVES.test(line)) {
    await run.said(/\/\/127\.0\.0\.1:\d+/);
    run.child.kill('SIGINT');
  }
  return { exit: await run.end, text: run.out() + run.err() };
}

/** A folder as a reader has it who followed the pages up to any line of them. */
beforeAll(async () => {
  buildWhereStale();
  urls.right = await serving();
  urls.ofKit = await serving({}, readTargetFile('fixtures/seed-kit.yaml', secrets));
  urls.defective = await servingMutant('malformed-body-as-internal-error');
  const to = (...names: readonly string[]): string => join(home, ...names);
  for (const name of ['bin', 'cases', 'recordings']) mkdirSync(to(name));
  const write = (name: string, text: string): void => writeFileSync(to(name), text, { mode: 0o755 });
  write('bin/tagproof', `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  write('bin/npx', '#!/bin/sh\nwhile [ "$1" != tagproof ]; do shift; done\nexec "$@"\n');
  symlinkSync(resolve('fixtures'), to('fixtures'));
  cpSync('fixtures/seed-kit.yaml', to('seed-kit.yaml'));
  cpSync('fixtures/world.yaml', to('my-world.yaml'));
  const target = readFileSync('fixtures/minimal-target.yaml', 'utf8').replace('"0123456789"', '"playerann1"');
  write('my-target.yaml', target);
  write('baseline.yaml', '[]\n');
  const ownCase = blocksOf('yaml').find((text) => text.startsWith('chapter:')) ?? '';
  for (const name of ['my-cases.yaml', 'cases/ours.yaml']) write(name, ownCase);
  cpSync('examples/client', to('client'), { recursive: true });
  write('package.json', JSON.stringify({ scripts: { test: 'node client/checks.mjs' } }));
  write('run-game-tests.sh', '#!/bin/sh\nexec node client/checks.mjs\n');
  const reports = '--reporter ndjson=before.ndjson --reporter ndjson=after.ndjson --reporter har=traffic.har';
  const record = `tagproof run --target my-target.yaml --only reply/success ${reports}`;
  const { exit, text } = await ended(`tagproof probe --target my-target.yaml --write && ${record}`, home);
  expect(exit, text).toBe(0);
  cpSync(to('my-target.yaml'), to('tagproof-target.yaml'));
  const traffic = readFileSync(to('traffic.har'), 'utf8').replaceAll('/api/rJson', '/gateway/base/api/rJson');
  write('recordings/traffic.har', traffic);
});

test('each line is of tagproof, of a tool that is here, or on the list', () => {
  const others = PAGES.flatMap(({ lines }) => lines).filter((line) => !isTagproof(line));
  expect(others.filter((line) => isRun(line) && !line.startsWith('openssl '))).toEqual([]);
  expect(NOT_RUN.filter(([begins]) => !others.some((line) => begins.test(line)))).toEqual([]);
});

/** A line as it is run, however tagproof is installed. */
const plain = (line: string): string => runnable(line, '').replace(/^npx (?:--no )?/, '');
const seen = new Set<string>();
/** The lines of each page that no page before has. */
const FIRST = PAGES.map(({ path, lines }) => ({
  path,
  lines: lines.filter((line) => isRun(line) && !seen.has(plain(line)) && seen.add(plain(line))),
})).filter(({ lines }) => lines.length > 0);

describe.each(FIRST)('$path', ({ lines }) => {
  test.each(lines)('%s', async (line) => {
    const { exit, text } = await ended(line, home);
    expect(exit, text).toBe(FAILING.test(line) ? 1 : 0);
    // What is to be added follows where it is announced.
    expect(text).not.toMatch(/ add to \S+:\n(?! )/);
  });
});
