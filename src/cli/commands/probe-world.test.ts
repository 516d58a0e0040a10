/** `tagproof probe` and the world: the facts that it learns and adds to a target file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { folder, tagproof, type Ended } from '../test-helpers/captured.ts';
import { serving } from '../test-helpers/serving.ts';

/** Chapters with quick cases. */
const SUITE = '--suite suites/7.2-not-found.yaml --suite suites/4.4-envelope.yaml';
const ADMIN = 'public-admin-key-all-rules-0001';
const VIP = { key: 'vip', value: 'gold' };
const GUILD = { key: 'guild', value: 'larks' };
const ONE_RULE = 'public-admin-key-only-gamePlayer-server-01';

let url: string;
beforeAll(async () => (url = await serving()));

function targetFile(...world: readonly string[]): string {
  const path = join(folder(), 'target.yaml');
  writeFileSync(path, ['# mine', `target: ${url}`, 'public: true', 'world:', ...world, ''].join('\n'));
  return path;
}

const read = (path: string): string => readFileSync(path, 'utf8');
const probing = (file: string, words = ''): Promise<Ended> =>
  tagproof(`probe --target ${file} ${SUITE} --write ${words}`);

/** Runs the same cases and returns the number of verified must cells and of failed cases. */
async function running(file: string): Promise<{ readonly verified: number; readonly failed: number }> {
  const { out } = await tagproof(`run --target ${file} ${SUITE} --reporter json`);
  const { cells, totals } = JSON.parse(out) as {
    readonly cells: { readonly verified: number };
    readonly totals: { readonly fail: number };
  };
  return { verified: cells.verified, failed: totals.fail };
}

describe('a target file that declares little', () => {
  const MINIMAL = [
    '  secretKeys: # of this environment',
    `    - { name: admin, key: ${ADMIN} } # in braces`,
    `    - name: single # one rule`,
    `      key: ${ONE_RULE}`,
    '  gamePlayers:',
    '    - userId: playerann1 # quote ids',
    '  # the end',
  ];

  test('gets facts with their evidence, once, and keeps the rest unchanged', async () => {
    const file = targetFile(...MINIMAL);
    const cellsBefore = await running(file);
    const first = await probing(file);
    expect(first).toMatchObject({ exit: 0, err: '' });
    expect(first.out).toMatch(/^learned of the world\n {2}key admin: has the role Admin; /);
    expect(first.out).toMatch(new RegExp(`\n${file}: 7 facts and \\d+ answers added\n`));
    const text = read(file);
    for (const line of [
      '\n  secretKeys:\n    # of this environment\n    - name: admin\n',
      '\n      role: Admin # learned: setup/admin@gamePlayer.server and ',
      '\n      # in braces\n    - name: single # one rule\n',
      '\n        has: [ gamePlayer.getTag.serverSelfEnable ]\n        lacks:\n          - gamePlayer.getTag.adminSelfEnable\n',
      '\n    - userId: playerann1 # quote ids\n      # learned: ',
      '\n      tags: [ { key: vip, value: gold }, { key: guild, value: larks } ]\n  absent:\n',
      '\n  # the end\n',
    ])
      expect(text).toContain(line);
    const { secretKeys, subjects } = readTargetFile(file, {}).world;
    expect(secretKeys.map(({ role }) => role)).toEqual(['Admin', 'Admin']);
    expect(subjects.map(({ tags }) => tags)).toEqual([[VIP, GUILD]]);

    const second = await probing(file);
    expect(second).toMatchObject({ exit: 0, err: '' });
    expect(second.out).toContain(`\n${file}: there is nothing to add\n`);
    expect(read(file)).toBe(text);

    const cells = await running(file);
    expect(cells.failed).toBe(0);
    expect(cells.verified).toBeGreaterThanOrEqual(cellsBefore.verified);
  });

  test('gets the games of its keys if it declares the games', async () => {
    const file = targetFile(
      '  games: [{ id: meadow-run }, { id: harbor-lights }]',
      '  secretKeys:',
      `    - { name: bound, key: ${ADMIN}, role: Admin }`,
      '    - { name: roaming, key: public-admin-key-roaming-0001, role: Admin }',
      '  gamePlayers:',
      '    - { userId: playerann1, game: meadow-run, tags: unknown }',
    );
    expect(await probing(file)).toMatchObject({ exit: 0, err: '' });
    const { secretKeys, subjects } = readTargetFile(file, {}).world;
    expect(secretKeys.map(({ game }) => game)).toEqual(['meadow-run', null]);
    expect(subjects[0]?.tags).toHaveLength(2);
  });
});

test('a mistyped key is a set-up error, and nothing is written', async () => {
  const file = targetFile(`  secretKeys: [{ name: admin, key: ${ADMIN}x, role: Admin }]`);
  const before = read(file);
  const { exit, out, err } = await probing(file);
  expect({ exit, out }).toEqual({ exit: 3, out: '' });
  expect(err).toMatch(/^error: the set-up of http\S+ is wrong, so nothing was judged:[^]*SecretInvalid/);
  expect(read(file)).toBe(before);
});

test('of a backend that changes what it serves nothing is written, and the reason is given', async () => {
  const kept = new Map<string, readonly TagItem[]>();
  const forgetful = await serving({
    alter: (stages) => ({
      ...stages,
      tags: (subject, sent, options, call) => {
        const tags = stages.tags(
          { ...subject, tags: kept.get(subject.id) ?? subject.tags },
          sent,
          options,
          call,
        );
        kept.set(subject.id, tags);
        return tags;
      },
    }),
  });
  const file = targetFile(
    `  secretKeys: [{ name: admin, key: ${ADMIN}, role: Admin }]`,
    '  gamePlayers: [{ userId: playerann1 }]',
  );
  writeFileSync(file, read(file).replace(url, forgetful));
  const before = read(file);
  const words = `probe --target ${file} --suite suites/4.3-request-body.yaml --write`;
  const { exit, out } = await tagproof(words);
  expect(exit).toBe(3);
  expect(out).toMatch(
    /: nothing is written: the backend changes its state: the same request was answered differently: gamePlayer playerann1 has 2 tags at first and [01] tags? after the cases\n/,
  );
  expect(read(file)).toBe(before);
});

test('a discouraged answer is marked as discouraged', async () => {
  const digits = await serving({
    dialect: completeDialect([{ question: 'codes.errorCode', at: '', option: 'digits' }]),
  });
  const file = targetFile(`  secretKeys: [{ name: admin, key: ${ADMIN}, role: Admin }]`);
  writeFileSync(file, read(file).replace(url, digits));
  await probing(file);
  expect(read(file)).toMatch(
    /\n {2}codes\.errorCode: digits # learned: [\w/-]+@\S+ and \d+ more cases, discouraged by 7\.1\/form\n/,
  );
});

test('--json prints one document', async () => {
  const file = targetFile(
    `  secretKeys: [{ name: admin, key: ${ADMIN}, role: Admin }]`,
    '  gamePlayers: [{ userId: playerann1 }]',
  );
  const { exit, out, err } = await probing(file, '--json');
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  const any = expect.anything() as unknown;
  const some = (...all: readonly unknown[]): unknown => expect.arrayContaining([...all]);
  const evidence = ['setup/admin@group.server'];
  expect(JSON.parse(out)).toMatchObject({
    format: 2,
    target: url,
    partial: '',
    contradictions: [],
    facts: some({ kind: 'rule', key: 'admin', rule: 'group.getTag.serverSelfEnable', held: true, evidence }),
    slots: some(
      { question: 'notFound.info', at: '', shown: [{ option: '{}', cases: any }], why: [], failed: [] },
      { question: 'id.characters', at: 'gamePlayer.client', shown: [], why: [any], failed: [] },
    ),
    written: {
      file,
      additions: some({ path: ['world', 'gamePlayers', 0, 'tags'], value: [VIP, GUILD], comment: any }),
      leftOut: [{ fact: { kind: 'game', key: 'admin', game: '' }, why: any }],
    },
  });
});

test('--json without --write has no written part, and errors stay on standard error', async () => {
  const { out } = await tagproof(`probe --target ${url} ${SUITE} --json`);
  expect(JSON.parse(out)).toMatchObject({ facts: [], written: null });
  const failed = await tagproof(`probe --target none.yaml ${SUITE} --json`);
  expect(failed).toMatchObject({ exit: 2, out: '', err: expect.stringMatching(/^error: /) as unknown });
});
