/** `tagproof report`: reports from a record. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPORTER_NAMES } from '../../world/target-file/report-word.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { plain } from '../../report/test-helpers/fold.ts';
import { filesIn, folder, tagproof } from '../test-helpers/captured.ts';

const RECORD = 'reports/sample/events.ndjson';
const RUN = 'run --suite suites/7.2-not-found.yaml --only not-found/plain';

describe('report', () => {
  test('of every reporter the report from the record equals the one written by the run', async () => {
    const path = folder();
    const reporters = (suffix: string): string =>
      REPORTER_NAMES.map((name) => `--reporter ${name}=${path}/${name}.${suffix}`).join(' ');
    const run = await tagproof(
      `${RUN} --exchanges all --reporter ndjson=${path}/r.ndjson ${reporters('live')}`,
    );
    const rebuilt = await tagproof(`report ${path}/r.ndjson ${reporters('later')}`);
    expect([run.exit, rebuilt.exit, rebuilt.out, rebuilt.err]).toEqual([0, 0, '', '']);
    for (const name of REPORTER_NAMES)
      expect(readFileSync(join(path, `${name}.later`), 'utf8')).toBe(
        readFileSync(join(path, `${name}.live`), 'utf8'),
      );
  });

  test('prints the console report by default, or writes several at once, one of them to standard output', async () => {
    const plainly = await tagproof(`report ${RECORD}`);
    expect([plainly.exit, plainly.out]).toEqual([0, readFileSync('reports/sample/console.txt', 'utf8')]);
    const path = folder();
    const { exit, out } = await tagproof(`report ${RECORD} --reporter html=${path}/a.html --reporter github`);
    expect([exit, out]).toEqual([0, readFileSync('reports/sample/annotations.txt', 'utf8')]);
    expect(filesIn(path)).toEqual(['a.html']);
  });

  test('a record with a time that no date can hold is refused', async () => {
    const path = folder();
    writeFileSync(
      join(path, 'odd'),
      readFileSync(RECORD, 'utf8').replace(/"ms":\d+(?=[^\n]*\n$)/, '"ms":1e18'),
    );
    const { exit, err } = await tagproof(`report ${path}/odd --reporter har`);
    expect([exit, err.split('\n')[0]]).toEqual([2, expect.stringMatching(/^error: .*: no event of a run: /)]);
  });

  test('a record that is cut off gives no report', async () => {
    const path = folder();
    writeFileSync(join(path, 'cut.ndjson'), readFileSync(RECORD, 'utf8').slice(0, 20_000));
    const { exit } = await tagproof(`report ${path}/cut.ndjson --reporter html=${path}/a.html`);
    expect(exit).toBe(2);
    expect(filesIn(path)).toEqual(['cut.ndjson']);
  });
});

describe('report --case', () => {
  test('prints a case with its clauses, findings and exchanges', async () => {
    const { exit, out } = await tagproof(`report ${RECORD} --case id/one-short@group.client`);
    expect(exit).toBe(0);
    const more = /^ {2}(?:checks|took) .*\n/gm;
    expect(out.match(more)).toEqual([
      '  checks   7.3/string-min-length  §7.3: StringMinLength answers a string that is too short\n',
      '  checks   2.1/length  §2.1: an id has exactly 10 (player, group) or 11 (character) characters\n',
      '  took     5 ms\n',
    ]);
    // The rest is as in the report of all cases, but for where lines are empty.
    const dense = (text: string): string => text.replaceAll(/\n+/g, '\n');
    expect(dense(plain(readNdjson(readFileSync(RECORD, 'utf8'), RECORD)))).toContain(
      dense(out.replaceAll(more, '')),
    );
  });

  test.each([
    ['foo/bar@group.admin', 'the first cases: reply/success@gamePlayer.client, '],
    ['id/nope', 'cases of id/: id/'],
    ['id/one-shrt', 'did you mean "id/one-short@gamePlayer.client"?'],
    ['id/one-shrt@group.admin', 'did you mean "id/one-short@group.admin"?'],
  ])('of %s says %s', async (name, hint) => {
    const { exit, err } = await tagproof(`report ${RECORD} --case ${name}`);
    expect([exit, err]).toEqual([
      2,
      expect.stringContaining(`the run has no case ${JSON.stringify(name)}\n${hint}`),
    ]);
  });

  test('says how to record the exchange of a passed case if it is missing', async () => {
    const path = folder();
    await tagproof(`${RUN} --reporter ndjson=${path}/r.ndjson`);
    const { out } = await tagproof(`report ${path}/r.ndjson --case not-found/plain@group.client`);
    expect(out).toContain('the record holds no exchange of this case: run with --exchanges all');
  });
});

test.each([
  ['', 0],
  ['--exchanges all', 9],
  ['-o PATH/x.har', 9],
])('run %s records the exchanges of %i passed cases', async (options, count) => {
  const path = folder();
  await tagproof(`${RUN} -o ${path}/r.ndjson ${options.replace('PATH', path)}`);
  const lines = readFileSync(join(path, 'r.ndjson'), 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('"others":'))).toHaveLength(count);
});
