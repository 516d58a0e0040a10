/** The command line from its words to its exit code: `run` against the embedded simulator, and `list`. */
import { describe, expect, test } from 'vitest';
import { fileWith, KEY_IN_VARIABLE, tagproof } from './test-helpers/captured.ts';
import { VERSION } from '../base/version.ts';

const FEW = '--only path/runs-operation@group.*';

test.each(['--version', '-V'])('%s prints the version of the package', async (words) => {
  expect(await tagproof(words)).toEqual({ exit: 0, out: `${VERSION}\n`, err: '' });
});

describe('run against the embedded simulator', () => {
  test('exits with 0, says first what it runs against, and prints the totals last', async () => {
    const { exit, out, err } = await tagproof(`run ${FEW}`);
    expect(exit).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/^tagproof \S+: 3 cases against the embedded simulator\n/);
    expect(out).toMatch(/\n3 passed, 0 failed, 0 warned, 0 skipped, 0 errored\n$/);
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

  test('--cells: each clause on each endpoint with its cases, or why no reply shows it', async () => {
    const { exit, out } = await tagproof('list --cells --only id/one-short');
    expect(exit).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toContain('7.3/string-min-length\tgroup.admin\tmust\tid/one-short@group.admin');
    expect(lines).toContain('4.5.2/tags\tgroup.admin\tmust\tno case');
    expect(lines.filter((line) => line.includes('\t\tunobservable\t')).length).toBeGreaterThan(5);
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
