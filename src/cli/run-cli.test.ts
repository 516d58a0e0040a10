/** The command line from its arguments to its exit code: help, usage errors and wrong files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPORTER_NAMES } from '../report/reporter-register.ts';
import { folder, tagproof } from './test-helpers/captured.ts';
import { VERSION } from '../version.ts';
import { COMMANDS, type CommandRow } from './options/command-register.ts';

const FEW = '--only path/runs-operation@group.*';

/** Uses a small suite if the fault is not in the suite. */
const brief = (words: string): string =>
  /--(suite|only|skip|help|lint)/.test(words)
    ? words
    : words.replace(/^run /, 'run --suite suites/7.2-not-found.yaml ');

describe('help', () => {
  test.each(['--help', '-h', 'help'])('%s lists the commands and exits with 0', async (words) => {
    const { exit, out, err } = await tagproof(words);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain('Usage: tagproof [options] [command]');
    for (const command of Object.keys(COMMANDS)) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  test.each(Object.entries<CommandRow>(COMMANDS))(
    '%s has a row for each of its options',
    async (name, row) => {
      const { exit, out } = await tagproof([name, '--help']);
      expect(exit).toBe(0);
      for (const { flags } of row.options ?? []) expect(out).toContain(`  ${flags} `);
      expect((await tagproof(['help', name])).out).toBe(out);
    },
  );

  test('every reporter is named in the help of run', async () => {
    const { out } = await tagproof('run --help');
    for (const name of REPORTER_NAMES) expect(out.replaceAll(/\s+/g, ' ')).toContain(`${name}: `);
  });

  test.each(['--version', '-V'])('%s prints the version of the package', async (words) => {
    expect(await tagproof(words)).toEqual({ exit: 0, out: `${VERSION}\n`, err: '' });
  });
});

/** Usage errors are printed to standard error with the fault, and nothing is run. */
test.each<readonly [words: string, ...messages: readonly string[]]>([
  ['', 'Usage: tagproof [options] [command]'],
  ['frobnicate', "unknown command 'frobnicate'"],
  ['rum', "unknown command 'rum'", 'Did you mean run?'],
  ['help frobnicate', 'Usage: tagproof [options] [command]'],
  ['run --bogus', "unknown option '--bogus'", '(see --help)'],
  ['run --reportr json', "unknown option '--reportr'", 'Did you mean --reporter?'],
  ['run extra', "too many arguments for 'run'"],
  ['run --target', "option '--target <url-or-file>' argument missing"],
  ['run --concurrency 0', "'--concurrency <n>' argument '0' is invalid. It is a whole number from 1 to"],
  ['run --timeout -5', "'--timeout <time>' argument '-5' is invalid. It is a time from 1ms to 1440m"],
  ['run --max-time -1s', "'--max-time <time>' argument '-1s' is invalid. It is a time"],
  ['run --rate 0', "'--rate <n>' argument '0' is invalid. It is a number of requests per second, above 0."],
  ['run --min-coverage 101%', "argument '101%' is invalid. It is a percentage above 0 and at most 100"],
  ['run --fail-on warning', 'It is one of: fail, warn, skip'],
  ['fuzz --seed 2147483648', 'It is a whole number from 0 to 2147483647'],
  ['fuzz --runs 0', 'It is a whole number from 1'],
  ['fuzz --until 10000', 'for instance 1:10000'],
  ['simulate --port 70000', "'--port <n>' argument '70000' is invalid. It is a whole number from 0 to 65"],
  ['simulate --host 127.0.0.1/base', 'It is an address or a name: 127.0.0.1 for this machine alone'],
  ['simulate --control-token short', '16 to 200 visible characters'],
  ['simulate --json --quiet', 'cannot be used with'],
  ['simulate --json --engine unity', 'cannot be used with'],
  ['simulate --quiet --engine unity', 'cannot be used with'],
  ['simulate --engine unitty', 'unity, godot, unreal, web, android'],
  ['simulate --log yaml', 'text, json, none'],
  ['run --reporter jsn', '--reporter jsn: there is no reporter "jsn"', 'did you mean "json"?'],
  [
    'run --reporter pdf',
    'there is no reporter "pdf"',
    'reporters: console, cases, screen, json, ndjson, junit',
  ],
  ['run --reporter json=', '--reporter json=: the path behind = is empty'],
  [
    'run --reporter json --reporter junit',
    'only one report can go to standard output: give junit a path, --reporter junit=FILE',
  ],
  [
    'run --target staging',
    '--target staging: there is no such file, and it is not a URL',
    'name a target file, or a URL such as http://127.0.0.1:8080',
  ],
  ['run --target localhost:8080', '--target localhost:8080: there is no such file, and it is not a URL'],
  ['run --target ftp://example.com', 'a URL of ftp://, but only http and https are spoken'],
  ['run --target http://127.0.0.1:0', 'a base URL with the port 0', 'give the port on which'],
  [
    'run --target fixtures/world.yaml',
    '--target fixtures/world.yaml: this file names no target',
    'add target: URL to it, or give --target URL --world fixtures/world.yaml',
  ],
  ['run --target missing.yaml', 'missing.yaml: no such file; check the path, which is relative to'],
  ['run --target fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --world fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --suite missing', 'missing: there is no such file or folder', 'name a suite file, or a folder'],
  ['run --suite node_modules/.bin', 'node_modules/.bin: no suite file (*.yaml) is in this folder'],
  ['run --suite fixtures/world.yaml', 'fixtures/world.yaml:', 'the key "chapter" is missing'],
  [
    'run --suite suites --suite suites/1-service.yaml',
    'the id "reply/success" is already used at suites/1-service.yaml:',
  ],
  ['run --only nonsense/x', '--only nonsense/x matches no case, clause or endpoint', 'tagproof list'],
  ['run --only 7.3/knwon', 'matches no case, clause or endpoint', 'did you mean "7.3/known"?'],
  ['run --only 7.3 --skip 7.3', 'no case is selected'],
  ['run --only 7.3 --skip nothing/like-it', '--skip nothing/like-it matches no case'],
  ['list --only grup.admin', 'did you mean "group.admin"?'],
  ['list --suite missing', 'missing: there is no such file or folder'],
  ['run --exchanges telling', "argument 'telling' is invalid. Did you mean failed?"],
  ['run --exchanges none', "argument 'none' is invalid. Allowed choices are failed, all."],
  ['run --shard 1/2 --min-coverage 95%', 'run --min-coverage: it has no effect with --shard'],
  ['list --target missing.yaml', 'it has no effect without --lint', 'add --lint, or leave --target out'],
  ['list --world fixtures/world.yaml', 'list --world: it has no effect without --lint'],
  ['list --lint --only 7.3', 'list --only: it has no effect with --lint', 'leave one of them out'],
  ['list --lint --skip 7.3', 'list --skip: it has no effect with --lint'],
  ['list --lint --count', 'list --count: it has no effect with --lint'],
  ['mutants --seed 3', 'mutants --seed: it has no effect without --fuzz'],
  ['mutants --runs 3', 'mutants --runs: it has no effect without --fuzz'],
  ['mutants --full --fuzz', 'mutants --full: it has no effect with --fuzz'],
  ['mutants --full --target-file small', 'mutants --full: it has no effect with --target-file'],
  ['simulate --no-isolation', 'it has no effect without --serve'],
  ['simulate --no-control --control-host a.test', 'it has no effect with --no-control'],
  ['simulate --cert package.json', 'it has no effect without --key'],
  ['simulate --key package.json', 'it has no effect without --cert'],
])('tagproof %s is rejected and exits with 2', async (words, ...messages) => {
  const { exit, out, err } = await tagproof(brief(words));
  expect(exit).toBe(2);
  for (const text of messages) expect(err).toContain(text);
  expect(out).toBe('');
  expect(err).not.toMatch(/fault of tagproof|^\s+at /m);
});

/** Empty arguments, as a shell passes for unset variables. */
test.each([
  ['run', '--target', ''],
  ['run', '--suite', ' '],
  ['fuzz', '--failures', ''],
  ['replay', 'a.failure.yaml', ''],
  ['coverage', '--statement', ''],
  ['explain', ''],
])('tagproof %s %s %j: an empty argument is rejected', async (...words) => {
  const { exit, out, err } = await tagproof(words);
  expect([exit, out]).toEqual([2, '']);
  expect(err).toContain('It is empty; name something, or leave it out.');
});

test.each([
  ['http://ann:pass-w0rd@127.0.0.1:1', 'http://…@127.0.0.1:1'],
  ['http://127.0.0.1:1/?key=pass-w0rd', 'http://127.0.0.1:1/?…'],
  ['ftp://ann:pass-w0rd@127.0.0.1', 'ftp://…@127.0.0.1'],
  ['http://ann:pass-w0rd@[', 'http://…@['],
])('possible secrets in %s are not printed', async (url, shown) => {
  const { exit, err } = await tagproof(['run', '--target', url]);
  expect(exit).toBe(2);
  expect(err).toContain(`--target ${shown}: `);
  expect(err).not.toContain('pass-w0rd');
});

/** Wrong files: place, source line and the right word, for each command that reads them. */
describe('a wrong file', () => {
  const path = folder();
  const files: Readonly<Record<string, string>> = {
    'world.yaml': 'world:\n  secretKys: []\n',
    'env.yaml': 'world:\n  secretKeys: [{ name: a, key: "${env:NO_SUCH_KEY}" }]\n',
    'dialect.yaml': 'dialect:\n  tagKeys.effect: filtr\n',
    'url.yaml': 'target: staging.example.com\n',
    'none.yaml': 'chapter: none\ncases: []\n',
    'empty.yaml': '',
    'suite.yaml':
      'chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expext: { reply: tags } }\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);

  test.each<readonly [words: string, ...messages: readonly string[]]>([
    ['run --world DIR/world.yaml', '\n 2 |   secretKys: []\n   |   ^^^^^^^^^', 'did you mean "secretKeys"?'],
    ['simulate --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
    ['list --lint --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
    ['run --target http://127.0.0.1:1 --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
    ['run --world DIR/env.yaml', 'the environment variable NO_SUCH_KEY is not set', 'export NO_SUCH_KEY='],
    ['run --world DIR/dialect.yaml', 'DIR/dialect.yaml:2:19: no option of "tagKeys.effect"'],
    ['run --target DIR/url.yaml', 'DIR/url.yaml:1:9: not a URL: http:// or https:// is missing'],
    ['run --suite DIR/suite.yaml', 'DIR/suite.yaml:3:', 'unknown key "expext"', 'did you mean "expect"?'],
    ['list --suite DIR/suite.yaml', 'unknown key "expext"'],
    ['run --suite DIR/none.yaml', 'DIR/none.yaml'],
    ['run --suite DIR/empty.yaml', 'DIR/empty.yaml:1:1: the file is empty'],
  ])('%s', async (words, ...messages) => {
    const { exit, out, err } = await tagproof(brief(words).replaceAll('DIR', path));
    expect([exit, out]).toEqual([2, '']);
    for (const text of messages) expect(err).toContain(text.replaceAll('DIR', path));
  });

  test('is reported without its secrets', async () => {
    const file = join(path, 'secret.yaml');
    writeFileSync(file, 'world:\n  secretKeys: [{ name: a, key: do-not-show-me-1, role: Playr }]\n');
    const { exit, err } = await tagproof(['run', '--world', file]);
    expect(exit).toBe(2);
    expect(err).toContain('did you mean "Player"?');
    expect(err).not.toContain('do-not-show-me');
  });
});

describe('run against the embedded simulator', () => {
  test('exits with 0 and prints the totals last', async () => {
    const { exit, out, err } = await tagproof(`run ${FEW}`);
    expect(exit).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/^tagproof \S+: 3 cases against the embedded simulator\n/);
    expect(out).toMatch(/\n3 passed, 0 failed, 0 warned, 0 skipped, 0 errored\n$/);
  });

  test('--skip removes cases, and options may repeat', async () => {
    const { out } = await tagproof('run --only id/number --only id/array --skip *.client --skip *.server');
    expect(out).toMatch(/\n6 passed, /);
  });

  test('a suite of one file is run alone', async () => {
    const { out } = await tagproof('run --suite suites/7.2-not-found.yaml --only group.admin');
    expect(out).toMatch(/: 1?\d cases against the embedded simulator\n/);
  });

  test('another world is also the world of the simulator', async () => {
    const path = join(folder(), 'world.yaml');
    writeFileSync(
      path,
      'public: true\ndialect: { codes.returnCode: name }\nworld: { complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: abcdefgh, role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, game: g, tags: [{ key: a, value: b }] }] }\n',
    );
    const { exit, out } = await tagproof(
      `run --world ${path} --only path/runs-operation --only reply/success`,
    );
    expect(exit).toBe(0);
    expect(out).toMatch(/\n4 passed, 0 failed, 0 warned, 14 skipped, 0 errored\n$/);
    expect(out).toContain(
      'skipped: needs a secret key of role Player with the rule group.getTag.selfEnable (world.secretKeys)',
    );
  });

  test('warnings of a world go to standard error', async () => {
    const path = join(folder(), 'world.yaml');
    writeFileSync(
      path,
      'world: { complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: short, role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, game: g, tags: [{ key: a, value: b }] }] }\n',
    );
    const { err, out } = await tagproof([
      'run',
      '--world',
      path,
      '--only',
      'path/runs-operation@group.admin',
      '--reporter',
      'json',
    ]);
    expect(err).toMatch(/^warning: .*"admin".*8 characters/m);
    expect(err).toMatch(/^warning: .*holds secrets as plain text \(admin\)/m);
    expect(err.split('\n').filter((line) => line.includes('8 characters'))).toHaveLength(1);
    expect(JSON.parse(out)).toBeDefined();
  });

  test('on a terminal the progress is drawn on standard error and cleared at the end', async () => {
    const { out, err } = await tagproof('run --only id/number', { terminal: true });
    expect(out).toMatch(/\n9 passed, /);
    expect(out).not.toContain('\u001b');
    expect(err === '' || err.endsWith('\r\u001b[2K')).toBe(true);
  });
});

describe('list', () => {
  test('lists the cases with their clauses and titles, one on each line', async () => {
    const { exit, out, err } = await tagproof('list --only id/one-short@group.*');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "id/one-short@group.client	7.3/string-min-length 2.1/length	an id one character too short is refused as StringMinLength
      id/one-short@group.server	7.3/string-min-length 2.1/length	an id one character too short is refused as StringMinLength
      id/one-short@group.admin	7.3/string-min-length 2.1/length	an id one character too short is refused as StringMinLength
      "
    `);
  });

  test('lists all cases by default', async () => {
    const { out } = await tagproof('list');
    expect(out.split('\n').length).toBeGreaterThan(500);
    expect(out).toMatch(/^reply\/success@gamePlayer\.client\t/);
  });

  test('--count counts the selected cases of each chapter', async () => {
    const { exit, out, err } = await tagproof(
      'list --count --only id/one-short --only reply/success@group.*',
    );
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "cases  on endpoints  chapter
          1             3  1 What the service does
          1             9  2 Resources and their fields
          2            12  all
      "
    `);
  });

  test('--lint finds no problem in the shipped suite', async () => {
    const { exit, out, err } = await tagproof('list --lint');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^\d+ written cases, \d+ expanded: nothing is wrong\n$/);
  });

  const GROUP_CASE =
    'chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [4.5.2/tags], for: group.admin, expect: { reply: tags } }\n';
  const SERVED = GROUP_CASE.slice(GROUP_CASE.indexOf('  -'))
    .replace('a/b', 'a/c')
    .replace('group.', 'gamePlayer.');

  test.each([
    ['and is refused where a run would skip every case', '', 2, '1 written case, 1 expanded: a run skips 1'],
    ['which is no fault of the suite', SERVED, 0, '2 written cases, 2 expanded: a run skips 1'],
  ])('--lint --target warns of what the world of a target lacks, %s', async (_, more, code, counts) => {
    const there = folder();
    const [path, target] = [join(there, 'suite.yaml'), join(there, 'target.yaml')];
    writeFileSync(path, GROUP_CASE + more);
    writeFileSync(
      target,
      'target: http://127.0.0.1:9\npublic: true\nworld:\n  secretKeys: [{ name: admin, key: abcdefgh, role: Admin }]\n  gamePlayers: [{ userId: playerann1 }]\n',
    );
    const { exit, out, err } = await tagproof(['list', '--lint', '--suite', path, '--target', target]);
    expect([exit, err]).toEqual([
      code,
      `warning: ${path}:3:11: a/b@group.admin: the world ${target} lacks a group (world.groups)\n`,
    ]);
    expect(out).toBe(`${counts}, as the warnings say\n`);
  });
});
