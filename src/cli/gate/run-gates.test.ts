/** The gates of the options --fail-on, --min-coverage and --requirements. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const ONE = '--only reply/success@group.admin';

describe('--fail-on', () => {
  const skipping = async (): Promise<string> =>
    `run --target ${await serving()} --only secret-key/missing@group.admin --only reply/success@group.admin`;

  test('skip fails for skipped cases, and names them', async () => {
    expect((await tagproof(await skipping())).exit).toBe(0);
    const { exit, err } = await tagproof(`${await skipping()} --fail-on skip`);
    expect([exit, err]).toEqual([1, '--fail-on skip: 1 case skipped: reply/success@group.admin\n']);
  });

  test('takes several words', async () => {
    const { exit } = await tagproof(`${await skipping()} --fail-on fail,warn`);
    expect(exit).toBe(0);
  });
});

test('rejects drift without a lock, and a requirement set of an unknown version', async () => {
  const drift = await tagproof(`run ${ONE} --fail-on drift`);
  expect([drift.exit, drift.err.includes('there is no lock to compare with')]).toEqual([2, true]);
  const set = await tagproof(`run ${ONE} --requirements 9.9.9`);
  expect([set.exit, set.err.includes('no requirement set of this version')]).toEqual([2, true]);
});

test('--min-coverage 100% of the cells of the selected cases is met', async () => {
  expect((await tagproof(`run ${ONE} --min-coverage 100%`)).exit).toBe(0);
});

describe('--requirements', () => {
  const dir = folder();
  const write = (text: string): string => {
    const file = join(dir, 'set.yaml');
    writeFileSync(file, text);
    return file;
  };
  const set = (cases: string): string =>
    write(`requirements: "0.0.9"\ncases:\n  ${cases}\ncells:\n  1/json: [group.admin]\n`);

  test('counts only the frozen cases, and reports other failures as added since', async () => {
    const url = await servingMutant('short-ids-not-refused');
    const file = set('secret-key/missing: [group.admin]');
    const words = `run --target ${url} --world ${WORLD} --only secret-key/missing@group.admin --only id/one-short@group.admin`;
    expect((await tagproof(words)).exit).toBe(1);
    const { exit, err } = await tagproof(`${words} --requirements ${file}`);
    expect(err).toContain(
      'added since 0.0.9: 1 case, 1 failed, which does not count against the target: id/one-short@group.admin\n',
    );
    expect(exit).toBe(0);
  });

  test('a required case that did not run fails the run', async () => {
    const file = set('secret-key/missing: all');
    const { exit, err } = await tagproof(`run --only secret-key/missing@group.admin --requirements ${file}`);
    expect(exit).toBe(3);
    expect(err).toContain(
      'requirements 0.0.9: 8 required cases did not run: secret-key/missing@gamePlayer.client, ',
    );
  });

  test.each([
    ['secret-key/mising: all', 'set.yaml:3:3: no case is called "secret-key/mising"'],
    ['userid/omitted: all', 'no case is called'],
    ['secret-key/missing: [group.amin]', 'set.yaml:3:'],
  ])('%s is rejected with its place', async (cases, message) => {
    const { exit, err } = await tagproof(`run ${ONE} --requirements ${set(cases)}`);
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });

  test('the set of this version names existing cases and clauses', async () => {
    const { exit, err } = await tagproof(`run ${ONE} --requirements 0.1.0`);
    expect([exit, err.split(':')[0]]).toEqual([3, 'requirements 0.1.0']);
  });

  test('the shipped set has one line for each case and clause', () => {
    const lines = readFileSync('requirements/0.1.0.yaml', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('  '));
    expect(lines.length).toBeGreaterThan(600);
  });
});
