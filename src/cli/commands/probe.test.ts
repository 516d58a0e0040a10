/** `tagproof probe`: what it answers, and the facts and answers that it adds to a target file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TagItem } from '../../spec/envelope.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { folder, lastLine, tagproof, type Ended } from '../test-helpers/captured.ts';
import { serving, WORLD } from '../test-helpers/serving.ts';

/** Chapters with quick cases. */
const SUITE = '--suite suites/7.2-not-found.yaml --suite suites/4.4-envelope.yaml';
const ADMIN = 'public-admin-key-all-rules-0001';
const ADMIN_AND_PLAYER = [
  `  secretKeys: [{ name: admin, key: ${ADMIN}, role: Admin }]`,
  '  gamePlayers: [{ userId: playerann1 }]',
];
const VIP = { key: 'vip', value: 'gold' };
const GUILD = { key: 'guild', value: 'larks' };
const ONE_RULE = 'public-admin-key-only-gamePlayer-server-01';

const DECLARED = readFileSync(WORLD, 'utf8');

let url: string;
beforeAll(async () => (url = await serving()));

function fileOf(text: string): string {
  const path = join(folder(), 'target.yaml');
  writeFileSync(path, text);
  return path;
}

/** A target file with these entries of its world. */
const declaring = (target: string, ...world: readonly string[]): string =>
  fileOf(['# mine', `target: ${target}`, 'public: true', 'world:', ...world, ''].join('\n'));
/** A target file with the conformance world, and with this text before it. */
const targetFile = (target: string, dialect = ''): string =>
  fileOf(`target: ${target} # ours\n${dialect}\n${DECLARED}`);

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

test('without a target the embedded simulator is probed', async () => {
  const { exit, out, err } = await tagproof(`probe ${SUITE}`);
  expect([exit, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^what this backend answers\n(?:.*\n)* {2}tags\.none +\[\], shown by envelope\/untagged@gamePlayer\.client and 8 more cases\n/,
  );
  expect(out).toMatch(/\nno case of the suite decides it: codes\.returnCode, /);
  expect(lastLine(out)).toMatch(
    /^the embedded simulator: \d+ cases, \d+ questions: \d+ answered, \d+ not determined$/,
  );
});

describe('a target file', () => {
  const MINIMAL = [
    '  secretKeys: # of this environment',
    `    - { name: admin, key: ${ADMIN} } # in braces`,
    `    - name: single # one rule`,
    `      key: ${ONE_RULE}`,
    '  gamePlayers:',
    '    - userId: playerann1 # quote ids',
    '  # the end',
  ];

  test('that declares little gets facts with their evidence, once, and keeps the rest unchanged', async () => {
    const file = declaring(url, ...MINIMAL);
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

  test('that contradicts the target is left unchanged, with a warning', async () => {
    const file = targetFile(url, 'dialect: { codes.errorCode: name, members.listed: all }');
    const { exit, err } = await probing(file);
    expect([exit, err]).toEqual([
      0,
      'warning: dialect/codes.errorCode: the file says name, but this backend answers number (shown by not-found/plain@gamePlayer.client and 8 more cases); the file is unchanged\n',
    ]);
    expect(read(file)).toContain('codes.errorCode: name\n');
  });
});

test('a mistyped key is a set-up error, and nothing is written', async () => {
  const file = declaring(url, `  secretKeys: [{ name: admin, key: ${ADMIN}x, role: Admin }]`);
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
  const file = declaring(forgetful, ...ADMIN_AND_PLAYER);
  const before = read(file);
  const words = `probe --target ${file} --suite suites/4.3-request-body.yaml --write`;
  const { exit, out } = await tagproof(words);
  expect(exit).toBe(3);
  expect(out).toMatch(
    /: nothing is written: the backend changes its state: the same request was answered differently: gamePlayer playerann1 has 2 tags at first and [01] tags? after the cases\n/,
  );
  expect(read(file)).toBe(before);
});

test('--json prints one document', async () => {
  const file = declaring(url, ...ADMIN_AND_PLAYER);
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
