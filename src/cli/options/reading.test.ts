/** How a command line is read: what the command gets, or what is wrong with the words. No command runs. */
import { existsSync, linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { COMMANDS, type CommandRow } from './command-register.ts';
import type { Values } from './option-checks.ts';
import { commanderOption } from './option.ts';

/** The values by their names, and what was written, by the words; those of '' are empty. */
async function read(words: string) {
  let values: Values = {};
  const argv = words.split(' ').filter(Boolean);
  const ended = await tagproof(
    argv.map((word) => (word === "''" ? '' : word)),
    {
      instead: async (_, given) => {
        values = given;
        return 0;
      },
    },
  );
  return { ...ended, values };
}

const home = process.cwd();
beforeEach(() => {
  process.chdir(folder());
  for (const name of ['a.yaml', 'b.yaml']) writeFileSync(name, '');
});
afterEach(() => process.chdir(home));

describe('the target', () => {
  const SENDING = { concurrency: 'auto', timeout: 5000 };

  test.each([
    ['run', {}],
    ['run a.yaml', { target: 'a.yaml' }],
    ['run -t a.yaml', { target: 'a.yaml' }],
    ['fuzz http://127.0.0.1:1/base', { target: 'http://127.0.0.1:1/base' }],
    ['probe a.yaml --world b.yaml', { target: 'a.yaml', world: 'b.yaml' }],
    ['run simulator', { target: 'simulator' }],
  ])('of %s', async (words, values) => {
    expect((await read(words)).values).toEqual({ ...SENDING, ...values });
  });

  test.each([
    ['run', { target: 'tagproof.yaml' }],
    ['probe', { target: 'tagproof.yaml' }],
    [
      'fuzz --world b.yaml --wait-for-start 1s',
      { target: 'tagproof.yaml', world: 'b.yaml', waitForStart: 1000 },
    ],
    ['run a.yaml', { target: 'a.yaml' }],
    ['run simulator', { target: 'simulator' }],
    ['run --last-failed', { lastFailed: true }],
    ['run a.yaml --last-failed', { target: 'a.yaml', lastFailed: true }],
  ])('of %s beside tagproof.yaml, which is found in this folder alone', async (words, values) => {
    writeFileSync('tagproof.yaml', '');
    expect((await read(words)).values).toEqual({ ...SENDING, ...values });
    expect((await read('list')).values).toEqual({});
  });
});

test.each([
  ['simulate 8080', { port: 8080 }],
  ['simulate -p 0 -q', { port: 0, quiet: true }],
  ['simulate --dialect codes.returnCode:name', { dialect: ['codes.returnCode=name'] }],
  [
    'simulate --dialect codes.returnCode=name --dialect a.yaml',
    { dialect: ['codes.returnCode=name', 'a.yaml'] },
  ],
  ['simulate', { port: 4020, host: '127.0.0.1', control: true }],
  ['exec --no-control npm -p 1', { port: 0, control: false, command: ['npm', '-p', '1'] }],
  [
    'run -v -o r.html -o junit=x.xml',
    { verbose: true, reporter: [{ name: 'html' }, { name: 'junit', path: 'x.xml' }] },
  ],
  [
    'run --only a --only b --fail-on warn,skip --fail-on flaky',
    { only: ['a', 'b'], failOn: ['warn', 'skip', 'flaky'] },
  ],
  ['judge x.har y.har', { files: ['x.har', 'y.har'], failOn: 'backend' }],
  ['fixtures -o w.json', { out: 'w.json', players: 1000, seed: 1 }],
])('%s', async (words, values) => {
  expect((await read(words)).values).toMatchObject(values);
});

test.each([
  ['', 'Usage: tagproof [options] [command]'],
  ['rum', "unknown command 'rum'\n(Did you mean run?)\n(see tagproof --help)\n"],
  ['run --reportr json', "unknown option '--reportr'\n(Did you mean --reporter?)\nsee tagproof run --help\n"],
  ['openapi -o x.yaml', 'see tagproof openapi --help; for instance: tagproof openapi > getTag.yaml\n'],
  ['run --quick=yes', '--quick takes no value\nwrite --quick, or leave it out'],
  ['run -only x', '-only: an option has two dashes\nwrite --only'],
  ['run a.yaml —quick', 'run: a word too many: "—quick"\ndid you mean "--quick"?'],
  ['proxy a.yaml npm test', 'proxy: a word too many: "npm"\nput -- before a command'],
  ['help rum', 'there is no help for "rum"\ndid you mean "run"?'],
  ['run --help reportrs', 'there is no help for "reportrs"\ndid you mean "reporters"?'],
  ["run --only ''", 'It is empty; name something, or leave it out.'],
  ['run --only a,b', 'Give the option for each name: a first, then b.'],
  ['run --suite shiped', 'shiped: there is no such file\ndid you mean "shipped"?'],
  ['run simulater', 'did you mean "simulator"?'],
  ['simulate --world confromance', 'did you mean "conformance"?'],
  ['simulate --control-host sim:4020', 'It is a host name without a port'],
  ['run http://a.test:99999/x', 'target http://a.test:99999/x: a base URL whose port is none\na port is'],
  ['run -o r.htm', 'No reporter writes files that end in .htm; did you mean ".html"?'],
  [
    'run -o r.pdf',
    'No reporter writes files that end in .pdf; write html=r.pdf, or one of the endings .txt, .json, .ndjson, .xml, .html, .md, .har',
  ],
  ['run --fail-on fial', 'is invalid. Did you mean "fail"?'],
  [`run ${'a'.repeat(9000)}`, `${'a'.repeat(900)}`],
  ['run --exec a --shard 2/5', "unknown option '--exec'"],
  [
    'run extra',
    'target extra: there is no such file, and it is not a URL\nname a target file, a URL such as',
  ],
  ['list id/one-short', 'or simulator; --only chooses cases'],
  [
    'simulate --dialect codes.returnCode',
    'question=option, or a file: tagproof explain codes.returnCode lists',
  ],
  ['run a.yaml b.yaml', 'run: a word too many: "b.yaml"\na world file is named by --world b.yaml'],
  ['run http://a.test -t b.yaml', 'leave --target out\none file checks any URL: with target: ${env:NAME}'],
  ['simulate 1 -p 2', 'the port is named twice'],
  ['run --target', "option '-t, --target <url|file>' argument missing"],
  ['run --target localhost:8080', 'it is not a URL\ndid you mean "http://localhost:8080"?'],
  ['run --target none.yaml', 'none.yaml: no such file; check the path, which is relative to'],
  ['run ftp://ann:hidden@a.test', 'target ftp://…@a.test: not a URL of http or https'],
  ['run http://127.0.0.1:1/?key=hidden', 'target http://127.0.0.1:1/?…: a base URL with a query'],
  ['run --world none.yaml', 'none.yaml: no such file'],
  ['simulate --dialect none.yaml', 'none.yaml: no such file'],
  ["run --target ''", 'It is empty; name something, or leave it out.'],
  ["explain ''", 'It is empty; name something, or leave it out.'],
  ['exec', "missing required argument 'command'"],
  ['exec --prot 1 -- true', "unknown option '--prot'"],
  ['simulate --json --quiet', "option '--json' cannot be used with option '-q, --quiet'"],
  ['run --watch --reporter junit=x.xml', "option '--watch' cannot be used with option '-o, --reporter"],
  ['simulate --no-control --control-host a', 'cannot be used with'],
  ['list --lint --only 7.3', "cannot be used with option '--only"],
  [
    'list --target a.yaml',
    'list --target: it has no effect without --lint\nadd --lint, or leave --target out',
  ],
  ['run --last-failed --quick', "option '--last-failed' cannot be used with option '--quick'"],
  ['run --wait-for-start 1s', 'no effect without --target'],
  ['simulate --cert a.yaml', 'no effect without --key'],
  ['exec --json -- true', 'no effect without --vary'],
  ['exec --vary each --state x.json -- true', "'--vary <what>' cannot be used with option '--state <file>'"],
  [
    'run --world a.yaml -o html=a.yaml',
    'a.yaml: the command reads this file, or writes something else to it',
  ],
  ['run -o html=./x -o json=x', 'x: the command reads this file'],
  ['judge b.yaml --masked-copy link', 'link: the command reads this file'],
  ['report b.yaml -o har=hard', 'hard: the command reads this file'],
  [
    'fixtures --out world.yaml many',
    "command-argument value 'many' is invalid for argument 'players'. It is a whole number",
  ],
  ['replay found', 'error: `replay` is now `run --suite FOLDER`'],
  ['coverage --from events.ndjson --statement s.md', '`coverage` is now a section of every report'],
  ['run --shard 2/5', '`--shard` is gone: split a run by `--only'],
  ['run --dialect-lock=lock.yaml', '`--dialect-lock` is now the `dialect:` of the target file'],
  ['simulate --set codes.returnCode=name', '`--set` is now `--dialect`'],
  ['simulate --order 3', '`--order` is now `--seed`'],
  ['simulate --control-token x', 'now the variable TAGPROOF_CONTROL_TOKEN'],
  ['fuzz --list', '`--list` is now `fuzz --help properties`'],
  ['run --fail-fast', '`--fail-fast` is gone'],
])('%s is refused', async (words, says) => {
  symlinkSync('b.yaml', 'link');
  linkSync('b.yaml', 'hard');
  const { exit, out, err, values } = await read(words);
  expect(err).toContain(says);
  expect(err).not.toContain('hidden');
  expect(Math.max(...err.split('\n').map(({ length }) => length))).toBeLessThan(1100);
  expect([exit, out, values]).toEqual([2, '', {}]);
  expect(existsSync(join('x'))).toBe(false);
});

describe('help', () => {
  const commands = Object.entries<CommandRow>(COMMANDS);

  test.each(['--help', '-h', 'help'])('%s lists the commands', async (words) => {
    const { exit, out, err } = await read(words);
    expect([exit, err]).toEqual([0, '']);
    for (const [name] of commands) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(out).not.toMatch(/^ +replay/m);
  });

  test.each(commands)('of %s has a row for each of its options, and its examples', async (name, row) => {
    const { exit, out } = await read(`${name} --help`);
    expect(exit).toBe(0);
    for (const { flags } of Object.values(row.options ?? {})) expect(out).toContain(`  ${flags} `);
    for (const line of row.examples) expect(out).toContain(`\n  ${line}\n`);
    expect((await read(`help ${name}`)).out).toBe(out);
  });

  test('of run begins with the everyday options, in at most 25 lines', async () => {
    const [, first = ''] = /\nOptions:\n(.*?)\n\n/s.exec((await read('run --help')).out) ?? [];
    expect(first.split('\n').length).toBeLessThanOrEqual(25);
    expect(first).toMatch(/--target[^]*--only[^]*--reporter/);
    expect(first).not.toMatch(/--rate|--baseline/);
  });

  test.each([
    ['--help reporters', /^Reports: /],
    ['run --help reporters', /^Reports: [^]*\n {2}-o junit=junit.xml\n/],
    ['fuzz -h properties', /^properties \(--only\)\n {2}allowed /],
  ])('%s', async (words, says) => {
    expect((await read(words)).out).toMatch(says);
  });
});

test('an option is called as commander calls its value, and there are at most 56', () => {
  const rows = Object.values<CommandRow>(COMMANDS).flatMap(({ options = {} }) => Object.entries(options));
  for (const [name, row] of rows) expect(commanderOption(row).attributeName()).toBe(name);
  expect(new Set(rows.map(([, { flags }]) => /--[\w-]+/.exec(flags)?.[0])).size).toBeLessThanOrEqual(56);
});
