/** The command line from its arguments to its exit code: help, `run` against the embedded simulator, and `list`. */
import { describe, expect, test } from 'vitest';
import { REPORTER_NAMES } from '../report/reporter-register.ts';
import { fileWith, KEY_IN_VARIABLE, tagproof } from './test-helpers/captured.ts';
import { VERSION } from '../base/version.ts';
import { COMMANDS, type CommandRow } from './options/command-register.ts';

const FEW = '--only path/runs-operation@group.*';

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

  test('another world is also the world of the simulator', async () => {
    const path = fileWith(
      'public: true\ndialect: { codes.returnCode: name }\nworld: { complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: abcdefgh, role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, game: g, tags: [{ key: a, value: b }] }] }\n',
    );
    const { exit, out } = await tagproof(
      `run --world ${path} --only path/runs-operation --only reply/success`,
    );
    expect(exit).toBe(0);
    expect(out).toMatch(/\n4 passed, 0 failed, 0 warned, 14 skipped, 0 errored\n$/);
    expect(out).toContain('must cells need a Player key with every rule of its role');
  });

  test('warnings of a world go to standard error', async () => {
    const path = fileWith(KEY_IN_VARIABLE.replace('"${env:ADMIN_KEY}"', 'short'));
    const { err, out } = await tagproof(
      `run --world ${path} --only path/runs-operation@group.admin --reporter json`,
    );
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

test('explain explains a name', async () => {
  const { exit, out, err } = await tagproof('explain id/one-short@group.admin');
  expect([exit, err]).toEqual([0, '']);
  expect(out).toMatch(/^id\/one-short, here on group\.admin\nan id one character too short/);
  expect(out).toMatch(/\n {2}suites\/2-resources\.yaml:\d+\n/);
});

describe('list', () => {
  test('lists the cases with their clauses and titles, one on each line', async () => {
    const { exit, out, err } = await tagproof('list --only id/one-short@group.*');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "id/one-short@group.client	7.3/string-min-length 2.1/length	an id one character too short is refused as StringMinLength
      id/one-short@group.server	7.3/string-min-length 2.1/length	an id one character too short is refused as StringMinLength
      id/one-short@group.admin	7.3/string-min-length 2.1/length	an id one character too short is refused as StringMinLength
      3 cases, 1 as written
      "
    `);
  });

  test('lists all cases by default', async () => {
    const { out } = await tagproof('list');
    expect(out.split('\n').length).toBeGreaterThan(500);
    expect(out).toMatch(/^reply\/success@gamePlayer\.client\t/);
  });

  test('--cells: each clause on each endpoint with its cases, or why no reply shows it', async () => {
    const { exit, out } = await tagproof('list --cells --only id/one-short');
    expect(exit).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toContain('7.3/string-min-length\tgroup.admin\tmust\tid/one-short@group.admin');
    expect(lines).toContain('4.5.2/tags\tgroup.admin\tmust\tno case');
    expect(lines.filter((line) => line.includes('\t\tunobservable\t')).length).toBeGreaterThan(5);
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
  ])(
    '--lint --target says what the world of a target lacks, and which cases need it, %s',
    async (_, more, code, counts) => {
      const path = fileWith(GROUP_CASE + more, 'suite.yaml');
      const target = fileWith(
        'target: http://127.0.0.1:9\npublic: true\nworld:\n  secretKeys: [{ name: admin, key: abcdefgh, role: Admin }]\n  gamePlayers: [{ userId: playerann1 }]\n',
      );
      const { exit, out, err } = await tagproof(['list', '--lint', '--suite', path, '--target', target]);
      expect([exit, err]).toEqual([code, '']);
      expect(out.split('\n')).toEqual([
        '1 must cell needs a group',
        `  ${path}:3: a/b@group.admin`,
        'fixtures/seed-kit.yaml has one of each (docs/seeding.md)',
        `${counts}, as said above`,
        '',
      ]);
    },
  );
});
