/** The command line from its arguments to its exit code: help, usage errors and wrong files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../version.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';

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
    for (const command of ['run', 'simulate', 'list']) expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  test.each([
    [
      'run --help',
      [
        '--target <url-or-file>',
        '--world <file>',
        '--suite <path>',
        '--only <glob>',
        '--skip <glob>',
        '--reporter <name[=path]>',
        '--concurrency <n>',
        '--timeout <time>',
        '--rate <n>',
        '--max-time <time>',
        '--fail-fast',
      ],
    ],
    ['simulate --help', ['--world <path>', '--host <address>', '--port <n>', '--no-faults']],
    ['list --help', ['--suite <path>', '--only <glob>', '--skip <glob>', '--lint']],
    ['help run', ['--target <url-or-file>']],
  ])('%s lists the options', async (words, options) => {
    const { exit, out } = await tagproof(words);
    expect(exit).toBe(0);
    for (const option of options) expect(out).toContain(option);
  });

  test('every reporter is named in the help of run', async () => {
    const { out } = await tagproof('run --help');
    for (const name of ['console: ', 'json: ', 'ndjson: ', 'junit: ']) expect(out).toContain(name);
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
  [
    'run --concurrency 0',
    "'--concurrency <n>' argument '0' is invalid. It is a whole number from 1 to 1024.",
  ],
  ['run --concurrency 2000', "argument '2000' is invalid. It is a whole number from 1 to 1024."],
  ['run --concurrency 1.5', "argument '1.5' is invalid."],
  ['run --concurrency many', "argument 'many' is invalid."],
  [
    'run --timeout -5',
    "'--timeout <time>' argument '-5' is invalid. It is a time from 1ms to 1440m, for instance 500ms, 5s or 2m.",
  ],
  ['run --timeout 0', "argument '0' is invalid."],
  ['run --timeout soon', "argument 'soon' is invalid."],
  ['run --timeout 5h', "argument '5h' is invalid."],
  ['run --timeout 1.2.3s', "argument '1.2.3s' is invalid."],
  ['run --max-time -1s', "'--max-time <time>' argument '-1s' is invalid."],
  ['run --rate 0', "'--rate <n>' argument '0' is invalid. It is a number of requests per second, above 0."],
  ['run --rate -3', "argument '-3' is invalid."],
  [
    'simulate --port 70000',
    "'--port <n>' argument '70000' is invalid. It is a whole number from 0 to 65535.",
  ],
  ['simulate --port -1', "argument '-1' is invalid."],
  ['simulate --port http', "argument 'http' is invalid."],
  ['run --reporter jsn', '--reporter jsn: there is no reporter "jsn"', 'did you mean "json"?'],
  [
    'run --reporter pdf',
    '--reporter pdf: there is no reporter "pdf"',
    'reporters: console, json, ndjson, junit',
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
  [
    'run --target ftp://example.com',
    '--target ftp://example.com: a URL of ftp://, but only http and https are spoken',
  ],
  [
    'run --target http://ann:pw@example.com',
    'a base URL with a user name or a password',
    'send an Authorization header instead: http.headers',
  ],
  ['run --target http://example.com/?a=b', 'a base URL with a query or a fragment'],
  ['run --target http://example.com/api/rJson', 'a base URL that already holds /api/rJson'],
  [
    'run --target fixtures/world.yaml',
    '--target fixtures/world.yaml: this file names no target',
    'add target: URL to it, or give --target URL --world fixtures/world.yaml',
  ],
  [
    'run --target missing.yaml',
    'missing.yaml: no such file; check the path, which is relative to the current directory',
  ],
  ['run --target fixtures', 'fixtures: is a directory; name a file in it'],
  ['run --world missing.yaml', 'missing.yaml: no such file'],
  ['run --world fixtures', 'fixtures: is a directory; name a file in it'],
  ['simulate --world missing.yaml', 'missing.yaml: no such file'],
  [
    'run --suite missing',
    'missing: there is no such file or folder',
    'name a suite file, or a folder of them',
  ],
  ['run --suite node_modules/.bin', 'node_modules/.bin: no suite file (*.yaml) is in this folder'],
  ['run --suite fixtures/world.yaml', 'fixtures/world.yaml:', 'the key "chapter" is missing'],
  [
    'run --suite suites --suite suites/1-service.yaml',
    'the id "reply/success" is already used at suites/1-service.yaml:',
  ],
  [
    'run --only nonsense/x',
    '--only nonsense/x matches no case, clause or endpoint',
    'see the names with: tagproof list',
  ],
  [
    'run --only 7.3/knwon',
    '--only 7.3/knwon matches no case, clause or endpoint',
    'did you mean "7.3/known"?',
  ],
  ['run --only 7.3 --skip 7.3', 'no case is selected'],
  ['list --only grup.admin', 'did you mean "group.admin"?'],
  ['list --suite missing', 'missing: there is no such file or folder'],
  ['list --lint --world missing.yaml', 'missing.yaml: no such file'],
  ['run --target http://127.0.0.1:0', 'a base URL with the port 0', 'give the port on which'],
  [
    'list --target missing.yaml',
    'list --target: it has no effect without --lint',
    'add --lint, or leave --target out',
  ],
  ['list --world fixtures/world.yaml', 'list --world: it has no effect without --lint'],
  ['list --lint --only 7.3', 'list --only: it has no effect with --lint', 'leave one of them out'],
  ['list --lint --skip 7.3', 'list --skip: it has no effect with --lint'],
  ['list --lint --count', 'list --count: it has no effect with --lint'],
  ['run --exchanges telling', "argument 'telling' is invalid. Did you mean failed?"],
  ['run --exchanges none', "argument 'none' is invalid. Allowed choices are failed, all."],
  ['mutants --seed 3', 'mutants --seed: it has no effect without --fuzz'],
  ['mutants --runs 3', 'mutants --runs: it has no effect without --fuzz'],
  ['mutants --full --fuzz', 'mutants --full: it has no effect with --fuzz'],
  ['mutants --full --target-file small', 'mutants --full: it has no effect with --target-file'],
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
  ['run', '--world', ''],
  ['run', '--suite', ''],
  ['run', '--target', ' '],
  ['fuzz', '--failures', ''],
  ['fuzz', '--save-case', ''],
  ['replay', ''],
  ['replay', 'a.failure.yaml', ''],
  ['simulate', '--dialect', ''],
  ['coverage', '--from', ''],
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
  const files: Readonly<Record<string, string>> = {
    'world.yaml': 'world:\n  secretKys: []\n',
    'env.yaml': 'world:\n  secretKeys: [{ name: a, key: "${env:NO_SUCH_KEY}" }]\n',
    'syntax.yaml': 'world:\n  games: [{ id: meadow\n',
    'dialect.yaml': 'dialect:\n  tagKeys.effect: filtr\n',
    'target.yaml': 'target: http://127.0.0.1:1\nhtpp: {}\n',
    'url.yaml': 'target: staging.example.com\n',
    'suite.yaml':
      'chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expext: { reply: tags } }\n',
    'empty.yaml': '',
    'latin1.yaml': Buffer.from('world: { games: [{ id: m\xe4rz }] }', 'latin1').toString('latin1'),
  };
  const path = folder();
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(path, name), text, name === 'latin1.yaml' ? 'latin1' : 'utf8');
  mkdirSync(join(path, 'empty'));

  test.each<readonly [words: string, ...messages: readonly string[]]>([
    [
      'run --world DIR/world.yaml',
      'DIR/world.yaml:2:3: unknown key "secretKys"',
      ' 2 |   secretKys: []',
      '   |   ^^^^^^^^^',
      'did you mean "secretKeys"?',
    ],
    ['simulate --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
    ['list --lint --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
    ['run --target http://127.0.0.1:1 --world DIR/world.yaml', 'DIR/world.yaml:2:3: unknown key "secretKys"'],
    ['run --world DIR/env.yaml', 'the environment variable NO_SUCH_KEY is not set', 'export NO_SUCH_KEY='],
    ['run --world DIR/syntax.yaml', 'DIR/syntax.yaml:'],
    [
      'run --world DIR/dialect.yaml',
      'DIR/dialect.yaml:2:19: no option of "tagKeys.effect"',
      'did you mean "filter"?',
    ],
    ['run --target DIR/target.yaml', 'DIR/target.yaml:2:1: unknown key "htpp"', 'did you mean "http"?'],
    [
      'run --target DIR/url.yaml',
      'DIR/url.yaml:1:9: not a URL: http:// or https:// is missing',
      'did you mean "http://staging.example.com"?',
    ],
    ['run --suite DIR/suite.yaml', 'DIR/suite.yaml:3:', 'unknown key "expext"', 'did you mean "expect"?'],
    ['list --suite DIR/suite.yaml', 'unknown key "expext"'],
    ['run --world DIR/empty.yaml', 'DIR/empty.yaml:1:1: the file is empty'],
    ['run --world DIR/latin1.yaml', 'DIR/latin1.yaml:1:25: not UTF-8 at byte 24; save it as UTF-8'],
    ['run --suite DIR/empty', 'DIR/empty: no suite file (*.yaml) is in this folder'],
  ])('%s', async (words, ...messages) => {
    const { exit, out, err } = await tagproof(brief(words).replaceAll('DIR', path));
    expect(exit).toBe(2);
    for (const text of messages) expect(err).toContain(text.replaceAll('DIR', path));
    expect(out).toBe('');
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

  test('--lint finds no trouble in the shipped suite', async () => {
    const { exit, out, err } = await tagproof('list --lint');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^\d+ written cases, \d+ expanded: nothing is wrong\n$/);
  });

  const GROUP_CASE =
    'chapter: x\ncases:\n  - { id: a/b, title: t, clauses: [5.1/issued], for: group.admin, expect: { reply: tags } }\n';

  test('--lint prints each trouble of another suite and exits with 2', async () => {
    const path = join(folder(), 'suite.yaml');
    writeFileSync(path, GROUP_CASE);
    const { exit, out, err } = await tagproof(['list', '--lint', '--suite', path]);
    expect(exit).toBe(2);
    expect(err).toBe(`${path}:3:11: a/b@group.admin: the clause 5.1/issued does not concern group.admin\n`);
    expect(out).toBe('1 written cases, 1 expanded: 1 trouble\n');
    expect(filesIn(join(path, '..'))).toEqual(['suite.yaml']);
  });

  test('--lint requires all clauses only of the whole suite', async () => {
    const chapter = await tagproof('list --lint --suite suites/9-transport.yaml');
    expect([chapter.exit, chapter.err]).toEqual([0, '']);
    const path = join(folder(), 'suite.yaml');
    writeFileSync(path, GROUP_CASE.replace('5.1/issued', '4.5.2/tags'));
    const both = await tagproof(['list', '--lint', '--suite', 'suites', '--suite', path]);
    expect([both.exit, both.err]).toEqual([0, '']);
  });

  test('--lint --target prints what the world of a target lacks', async () => {
    const there = folder();
    const [path, target] = [join(there, 'suite.yaml'), join(there, 'target.yaml')];
    writeFileSync(path, GROUP_CASE.replace('5.1/issued', '4.5.2/tags'));
    writeFileSync(
      target,
      'target: http://127.0.0.1:9\npublic: true\nworld:\n  secretKeys: [{ name: admin, key: abcdefgh, role: Admin }]\n',
    );
    const { exit, out, err } = await tagproof(['list', '--lint', '--suite', path, '--target', target]);
    expect([exit, err]).toEqual([
      2,
      `${path}:3:11: a/b@group.admin: the world ${target} lacks a group (world.groups)\n`,
    ]);
    expect(out).toBe('1 written cases, 1 expanded: 1 trouble\n');
  });
});
