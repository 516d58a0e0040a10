/** Each run is kept in its folder: reports are made of it where no record is named, and its failed cases run again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fileWith, filesIn, folder, lastLine, tagproof, type Ended } from './test-helpers/captured.ts';
import { servingMutant } from './test-helpers/serving.ts';

/** A folder where runs are kept. */
function keeping() {
  const lastRecord = join(folder(), '.tagproof', 'last.ndjson');
  return { lastRecord, run: (words: string): Promise<Ended> => tagproof(words, { lastRecord }) };
}

const FAILED = 'id/one-short@group.admin';
const ONLY = `--only ${FAILED} --only not-found/plain@group.admin`;

test('a failing run: its report, one case of it, and that case again', async () => {
  const { lastRecord, run } = keeping();
  const url = await servingMutant('short-ids-not-refused');
  const first = await run(`run ${url} --world conformance ${ONLY}`);
  expect([first.exit, filesIn(dirname(lastRecord))]).toEqual([1, ['.gitignore', 'last.ndjson']]);
  expect(readFileSync(lastRecord, 'utf8')).toMatch(
    /^\{"kind":"run-started",.*"options":\{[^}]*"only":\["id\/one-short@group\.admin",/,
  );

  const report = await run('report');
  expect([report.exit, report.out]).toEqual([0, first.out]);
  expect(report.err).toMatch(/last\.ndjson: the run of \d{4}-\S+Z\n$/);
  const one = await run(`report --case ${FAILED}`);
  expect(one.out).toMatch(/^FAIL id\/one-short@group\.admin[^]*failed again each time it was sent alone/);

  const listed = await run('list --failed');
  expect([listed.exit, listed.out]).toEqual([
    0,
    expect.stringMatching(
      /^failed {2}id\/one-short@group\.admin {2}\S+ {2}[^\t\n]+\n1 case, 1 as written: failed, warned or errored in the run of \S+Z, which had 2 cases \(--only id\/one-short@group\.admin, --only not-found\/plain@group\.admin\)\n$/,
    ),
  ]);

  const again = await run('run --last-failed');
  expect([again.exit, lastLine(again.out).slice(0, 18)]).toEqual([1, '0 passed, 1 failed']);
  expect(again.out).toMatch(
    /: 1 case against http[^\n]+\nwarning: only the 1 case that failed, warned or errored in the run of \S+Z, which had 2 cases \([^)]+\): run all before a release\n/,
  );
  expect((await run('list --failed')).out).toContain('Z, which had 1 case (--last-failed)\n');
  const other = await run('run --last-failed --only not-found/plain');
  expect([other.exit, other.err]).toEqual([2, expect.stringContaining('--last-failed: of these cases none')]);

  const mended = await run(`run --last-failed simulator`);
  expect([mended.exit, lastLine(mended.out).slice(0, 18)]).toEqual([0, '1 passed, 0 failed']);
  const none = await run('run --last-failed');
  expect([none.exit, none.err]).toEqual([2, expect.stringContaining('--last-failed: of these cases none')]);
});

test('the clause of a failed case is the one that it broke', async () => {
  const { lastRecord, run } = keeping();
  const url = await servingMutant('short-ids-not-refused');
  await run(`run ${url} --world conformance ${ONLY}`);
  const text = readFileSync(lastRecord, 'utf8');
  writeFileSync(lastRecord, text.replaceAll('"clause":"7.3/string-min-length"', '"clause":"1/json"'));
  expect((await run('list --failed')).out).toMatch(/^failed {2}id\/one-short@group\.admin {2}1\/json {2}/);
});

test('a record never decides to which other machine keys are sent', async () => {
  const { lastRecord, run } = keeping();
  await run(`run ${ONLY}`);
  const text = readFileSync(lastRecord, 'utf8');
  const target = fileWith('target: https://elsewhere.example.com\n', 'of-somebody-else.yaml');
  for (const named of ['https://elsewhere.example.com', target]) {
    writeFileSync(lastRecord, text.replace('"kept":{', `"kept":{"target":${JSON.stringify(named)}`));
    const { exit, err } = await run('run --last-failed');
    expect([exit, err]).toEqual([
      2,
      `error: --last-failed: a record does not decide where keys are sent\nname the target of that run again: npx tagproof run ${named} --last-failed\n`,
    ]);
  }
});

test('a run that can not begin leaves the one before', async () => {
  const { lastRecord, run } = keeping();
  await run(`run ${ONLY}`);
  const before = readFileSync(lastRecord, 'utf8');
  expect((await run(`run http://127.0.0.1:1 ${ONLY}`)).exit).toBe(3);
  expect(readFileSync(lastRecord, 'utf8')).toBe(before);
});

test.each(['report', 'run --last-failed', 'list --failed'])(
  '%s without a run says what to do',
  async (words) => {
    const { exit, err } = await keeping().run(words);
    expect([exit, err]).toEqual([
      2,
      expect.stringContaining('no run was kept in this folder\nrun it here first'),
    ]);
  },
);

test('a record that another command wrote there names no target, so --last-failed refuses it', async () => {
  const { lastRecord, run } = keeping();
  mkdirSync(dirname(lastRecord));
  await run(`run ${ONLY} --reporter ndjson=${lastRecord}`);
  expect((await run('report')).exit).toBe(0);
  expect((await run('run --last-failed')).err).toContain('last.ndjson: is not what a run keeps');
});

test('what can not be written hinders no run, and is said where an older run would be taken for it', async () => {
  const place = join(folder(), 'file');
  writeFileSync(place, '');
  const words = `run ${ONLY}`;
  const silent = await tagproof(words, { lastRecord: join(place, 'last.ndjson') });
  expect([silent.exit, silent.err]).toEqual([0, '']);
  mkdirSync(join(place, '../last.ndjson'));
  const said = await tagproof(words, { lastRecord: join(place, '../last.ndjson') });
  expect(said.err).toMatch(/^warning: this run is not kept: .* can't be written/);
  expect(said.exit).toBe(0);
});
