/** Every command line that a page, the help or an output prints is run as it stands, once, one after the other, in a folder with the files that they name. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { delimiter, join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { tagproof } from '../src/cli/test-helpers/captured.ts';
import { serving, servingBy, servingMutant } from '../src/cli/test-helpers/serving.ts';
import { COMMANDS, type CommandRow } from '../src/cli/options/command-register.ts';
import { API_PREFIX } from '../src/spec/endpoints.ts';
import { shellWord } from '../src/http/curl/shell-quote.ts';
import { readJunit } from '../src/report/test-helpers/junit-results.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { BIN, buildWhereStale } from './test-helpers/built.ts';
import { commandLines, isTagproof, textsIn } from './test-helpers/command-lines.ts';
import { commandsIn, textsOf } from './test-helpers/printed-commands.ts';
import { blocksOf } from './test-helpers/readme.ts';
import { processOf } from './test-helpers/processes.ts';
import { kitVariables } from './test-helpers/seed-kit.ts';
import { sources } from './test-helpers/sources.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const PAGES = execFileSync('git', ['ls-files', 'README.md', 'SECURITY.md', 'docs', 'examples'], {
  encoding: 'utf8',
})
  .split('\n')
  // The tests of the control API send what its page shows.
  .filter((path) => /\.(?:md|ya?ml)$/.test(path) && path !== 'docs/control-api.md')
  .map((path) => ({ path, lines: commandLines(path) }));
const HELP = Object.values<CommandRow>(COMMANDS).flatMap(({ examples }) => examples);

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
  QUESTION: 'tagKeys.effect',
  COMMAND: 'node client/checks.mjs',
  'npm test': 'node client/checks.mjs',
  './run-game-tests.sh': 'node client/checks.mjs',
  "'first && second'": "'true && true'",
  // Any free port is asked for behind it.
  'simulate 8080': 'simulate',
  'simulate 0': 'simulate',
  'judge traffic.har --target my-target.yaml --server':
    'judge recordings/traffic.har --target my-target.yaml --server',
  'report --case ID': 'report --case id/one-short@group.client',
  '--time 2m': '--time 1s',
  "'own-tags'": "'own-tags' --runs 300",
  '${{ matrix.resource }}': 'group',
  // The page shows it below a target file that names the baseline.
  'run --update-baseline': 'run --baseline baseline.yaml --update-baseline',
};
const BACKEND = /https:\/\/staging\.example\.com\/base|http:\/\/127\.0\.0\.1:4020/g;

/** These fail: fuzzing is shown with a backend that has a defect, and --vary with a client that depends on an answer. */
const OF_DEFECT = / fuzz --(?:target|runs) | --suite found\b/;
const OF_LAST_RUN = / --last-failed| --failed| report --case /;
const FAILING = new RegExp(`${OF_DEFECT.source}| --vary each| --vary codes| --last-failed`);
const FAILED_RUN = 'tagproof run BROKEN --world conformance --only id/one-short@group.client';
const SERVES = /\btagproof (?:simulate|proxy)\b(?!.* -- )/;
/** A client through a proxy: what a target file does not hold, it has in its environment. */
const CLIENT = { PLAYER_KEY: 'public-player-key-all-rules-0001', CYD_TOKEN: 'public-token-of-cyd-0001' };

/** Runs of the whole suite, and fuzzing for its usual time: their words are shown by a part of it. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [
    /\btagproof run\b(?!.* --(?:only|suite|quick|last-failed|help|watch))/,
    '$& --only reply/success --only id/one-short@group.client',
  ],
  [/\btagproof compare live\.yaml next\.yaml/, '$& --only reply/success'],
  [/\bfuzz --target my-target\.yaml(?= *(?:#|$))/, '$& --runs 300'],
  [/--runs \d+/, '--runs 300'],
  // By some seeds, so few requests show no defect.
  [/^(?!.*--seed).*--runs 300/, '$& --seed 1'],
];

/** With what the reader puts in; what serves does so on a free port, what watches at a terminal where q is pressed. */
function runnable(line: string, url: string): string {
  let [command = ''] = line.replaceAll(BACKEND, url).split(/\s+# /);
  if (OF_LAST_RUN.test(line)) command = `${FAILED_RUN} || ${command}`;
  for (const [word, value] of Object.entries({ ...FILLED_IN, ...urls }))
    command = command.replaceAll(word, value);
  for (const [whole, part] of PARTS) command = command.replace(whole, part);
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
  ...CLIENT,
  PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
  STAGING_ADMIN_KEY: secrets['TAGPROOF_KEY_ADMIN'],
  RESOURCE: 'group',
};
const urls = { BACKEND: '', OF_KIT: '', DEFECTIVE: '', BROKEN: '' };

/** What a proxy judges. */
const askedOnce = async (url: string): Promise<unknown> =>
  (
    await fetch(`${url}${API_PREFIX}/group/admin/getTag`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Secret-Key': secrets['TAGPROOF_KEY_ADMIN'] ?? '' },
      body: '{"groupId":"grouplarks"}',
    })
  ).json();

/** Runs a line as a shell does: its exit code, and what it printed. One that serves is interrupted once it does. */
async function ended(line: string) {
  // `init` overwrites nothing.
  const isAgain = line.includes('tagproof init ') && existsSync(join(home, 'tagproof.yaml'));
  const cwd = isAgain ? tempFolder() : home;
  const url = OF_DEFECT.test(line) ? urls.DEFECTIVE : line.includes('seed-kit') ? urls.OF_KIT : urls.BACKEND;
  const run = processOf('bash', ['-euc', runnable(line, url)], cwd, { ...env, STAGING_URL: url });
  if (SERVES.test(line)) {
    const served = await run.said(/https?:\/\/127\.0\.0\.1:\d+/);
    if (line.includes('tagproof proxy')) await askedOnce(served);
    run.child.kill('SIGINT');
  }
  return { exit: await run.end, text: run.out() + run.err() };
}

const ODD_CASES = `chapter: odd
cases: [{ id: odd/one, title: of no clause, clauses: [1/none], for: group.admin, expect: { reply: tags } }]
`;

/** Runs the words that `tagproof` below sends with its folder and variables: a process of its own would take four times as long. */
const inProcess: RequestListener = async (request, response) => {
  const [told = '', variables = ''] = (await textOf(request)).split('\0\0');
  const [at = '', cwd = '', ...words] = told.split('\0');
  const pairs = variables.split('\0').map((each) => /^(.*?)=(.*)$/s.exec(each)?.slice(1) ?? []);
  const back = process.cwd();
  process.chdir(cwd);
  const ran = await tagproof(words, { env: Object.fromEntries(pairs), lastRecord: '.tagproof/last.ndjson' });
  process.chdir(back);
  for (const [name, value] of Object.entries(ran)) writeFileSync(join(at, name), String(value));
  response.end();
};
const tagproofBy = (url: string): string => `#!/bin/bash
case "$*" in simulate*|proxy*|*--watch*) exec '${process.execPath}' '${BIN}' "$@" ;; esac
at=$(mktemp -d)
{ printf '%s\\0' "$at" "$PWD" "$@" ''; env -0; } | curl -sS --data-binary @- ${url}
cat "$at/out"; cat "$at/err" >&2; exit "$(cat "$at/exit"; rm -r "$at")"
`;

/** A folder as a reader has it who followed the pages up to any line of them. */
beforeAll(async () => {
  buildWhereStale();
  urls.BACKEND = await serving();
  urls.OF_KIT = await serving({}, readTargetFile('fixtures/seed-kit.yaml', secrets));
  urls.DEFECTIVE = await servingMutant('malformed-body-as-internal-error');
  urls.BROKEN = await servingMutant('short-ids-not-refused');
  const to = (...names: readonly string[]): string => join(home, ...names);
  for (const name of ['bin', 'cases', 'recordings']) mkdirSync(to(name));
  const write = (name: string, text: string): void => writeFileSync(to(name), text, { mode: 0o755 });
  write('bin/tagproof', tagproofBy(await servingBy(inProcess)));
  write('bin/npx', '#!/bin/sh\nwhile [ "$1" != tagproof ]; do shift; done\nexec "$@"\n');
  symlinkSync(resolve('fixtures'), to('fixtures'));
  cpSync('fixtures/seed-kit.yaml', to('seed-kit.yaml'));
  cpSync('fixtures/world.yaml', to('my-world.yaml'));
  const target = readFileSync('fixtures/minimal-target.yaml', 'utf8').replace('"0123456789"', '"playerann1"');
  for (const name of ['my-target.yaml', 'bare.yaml']) write(name, target);
  write('baseline.yaml', '[]\n');
  write('old.yaml', 'findings: []\n');
  write('odd-cases.yaml', ODD_CASES);
  const ownCase = blocksOf('yaml').find((text) => text.startsWith('chapter:')) ?? '';
  for (const name of ['my-cases.yaml', 'cases/ours.yaml']) write(name, ownCase);
  cpSync('examples/client', to('client'), { recursive: true });
  const reports = '--reporter ndjson=before.ndjson --reporter ndjson=after.ndjson --reporter har=traffic.har';
  const record = `tagproof run --target my-target.yaml --only reply/success ${reports}`;
  const { exit, text: said } = await ended(`tagproof probe --target my-target.yaml --write && ${record}`);
  expect(exit, said).toBe(0);
  for (const name of ['tagproof-target', 'live', 'next']) cpSync(to('my-target.yaml'), to(`${name}.yaml`));
  cpSync(to('before.ndjson'), to('events.ndjson'));
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
/** The lines of the help and of each page that no page before has. */
const FIRST = [...PAGES, { path: 'the help', lines: HELP }]
  .map(({ path, lines }) => ({
    path,
    lines: lines.filter((line) => isRun(line) && !seen.has(plain(line)) && seen.add(plain(line))),
  }))
  .filter(({ lines }) => lines.length > 0);

describe.each(FIRST)('$path', ({ lines }) => {
  test.each(lines)('%s', async (line) => {
    const { exit, text } = await ended(line);
    expect(exit, text).toBe(FAILING.test(line) ? 1 : 0);
    // What is to be added follows where it is announced.
    expect(text).not.toMatch(/ add to \S+:\n(?! )/);
  });
});

const inShell = (word: string): string => shellWord(Buffer.from(word));
/** What code puts in may be anything. */
const inPattern = (word: string): string =>
  word === 'FILE' ? '.+' : inShell(word).replaceAll(/[.*+?|()[\]\\]/g, '.');

/** Each command in a text, as it stands, and each curl line. */
const linesIn = (text: string): readonly string[] => [
  ...commandsIn(text).map((words) => ['tagproof', ...words.map(inShell)].join(' ')),
  ...(text.match(/^ *curl -.*$/gm) ?? []),
];

/** What a reader sees of a report, by its ending. */
const SEEN: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  md: (text) => text,
  html: (text) => textsIn(JSON.parse(/(?<=id="data">)[^<]*/.exec(text)?.[0] ?? '')).join('\n'),
  xml: async (text) => textsIn(await readJunit(text)).join('\n'),
};

/** What prints commands to go on, and with which exit codes these end; FILE in them is the last word of the line. */
const PRINTING: readonly (readonly [line: string, exits: readonly number[]])[] = [
  [`GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=of.md ${FAILED_RUN} -o of.html -o junit=of.xml`, [0, 1, 0]],
  ['tagproof run my-target.yaml --quick', [0]],
  ['tagproof fuzz DEFECTIVE --world conformance --seed 1 --runs 300 --save "found cases"', [1, 0]],
  ['tagproof exec --vary codes.returnCode=name -- node client/checks.mjs', [1]],
  ['mkdir new; cd new; tagproof init BACKEND --admin-key KEY --ci gitlab; cat *.yaml .gitlab/*', [0, 0, 0]],
  ['tagproof init', [0]],
  ['tagproof fixtures 10 --out small.yaml', [0]],
  ['tagproof explain id/one-short', [0]],
  ['tagproof explain format=shuffled', [0]],
  ['tagproof explain group.client', [0]],
  ['tagproof probe my-target.yaml', [0]],
  ["tagproof exec -- true '&&' true", [0]],
  ['tagproof exec --dialect tagKeys.effect -- true', [0, 0]],
  ['tagproof exec --dialect bare.yaml -- true', [0]],
  ['tagproof list --lint --suite odd-cases.yaml', [0]],
  ['tagproof run my-target.yaml --baseline old.yaml', [0]],
  [
    `sed -i 's/"kept":{"target":"[^"]*"/"kept":{"target":"my-target.yaml"/' .tagproof/last.ndjson && tagproof run --last-failed`,
    [0],
  ],
  ['tagproof run my-cases.yaml', [0]],
  ['tagproof run --suite my-target.yaml', [0]],
  ['tagproof run --suite baseline.yaml', [0]],
  ['tagproof run traffic.har', [0]],
  ['tagproof run before.ndjson', [0]],
];

/** Every command that was printed. */
const printed = new Set<string>();

describe('what is printed by', () => {
  test.each(PRINTING)('%s', async (line, exits) => {
    const { text } = await ended(line);
    const reports = await Promise.all(
      [...line.matchAll(/of\.(\w+)/g)].map(([name, ending = '']) =>
        SEEN[ending]?.(readFileSync(join(home, name), 'utf8')),
      ),
    );
    const ends = new Map<string, number | string>();
    for (const each of linesIn([text, ...reports].join('\n'))) {
      if (printed.has(each)) continue;
      printed.add(each);
      ends.set(each, (await ended(each.replaceAll('FILE', line.replace(/.* /, '')))).exit);
    }
    // The words of the user's own command may be secret, so it is not printed again.
    const [, vary] = /again: the same command with (--vary \S+)/.exec(text) ?? [];
    if (vary !== undefined) ends.set(vary, (await ended(line.replace(/--vary \S+/, vary))).exit);
    expect([...ends.values()], [text, ...ends].join('\n')).toEqual(exits);
  });
});

test('each command that a message names was printed, but for a report that is too large to be whole', () => {
  const files = sources('src', 'simulator').filter(({ path }) => !path.endsWith('/command-register.ts'));
  const commands = files.flatMap(({ code }) => commandsIn(textsOf(code)));
  const asPrinted = commands.map((words) => new RegExp(`^tagproof ${words.map(inPattern).join(' ')}$`));
  expect(asPrinted.length).toBeGreaterThan(20);
  const lacking = asPrinted.filter((pattern) => ![...printed].some((line) => pattern.test(line)));
  expect(lacking.filter(({ source }) => !source.includes('report --case'))).toEqual([]);
});
