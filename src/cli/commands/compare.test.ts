/** Two records side by side: regressions, repairs and other differences, and what is never equal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { fileWith, folder, lastLine, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const ONLY = '--only reply/success@gamePlayer.client --only id/one-short@*.client';
const dir = folder();
const at = (name: string): string => join(dir, name);
/** A target file and the record of a run of it, for each backend. */
const targets = new Map<string, string>();
const file = (name: string): string => at(`${name}.yaml`);
const record = (name: string): string => at(`${name}.ndjson`);

beforeAll(async () => {
  const name = completeDialect([{ question: 'codes.returnCode', at: '', option: 'name' }]);
  targets.set('base', await serving());
  targets.set('named', await serving({ dialect: name }));
  targets.set('broken', await servingMutant('short-ids-not-refused'));
  const world = readFileSync(WORLD, 'utf8');
  for (const [each, url] of targets) {
    writeFileSync(file(each), `target: ${url}\n${world}`);
    await tagproof(`run --target ${file(each)} ${ONLY} --reporter ndjson=${record(each)}`);
  }
});

const comparing = (one: string, two: string, rest = '') => tagproof(`compare ${one} ${two} ${rest}`);

describe('compare', () => {
  test('a record with itself is 0 and says how much was compared', async () => {
    expect(await comparing(record('base'), record('base'))).toEqual({
      exit: 0,
      out: '4 of 4 cases compared: 0 regressions, 0 repairs, 0 differences\n',
      err: '',
    });
  });

  test('a new defect is a regression, the cases of one cause together; back it is a repair', async () => {
    const { exit, out } = await comparing(record('base'), record('broken'));
    expect(exit).toBe(1);
    expect(out).toContain(
      'regressions: the candidate breaks these, or does not answer them any more\n' +
        '  passed -> failed; now: 7.3/string-min-length wrong-outcome\n    in id/one-short@gamePlayer.client, ',
    );
    const back = await comparing(record('broken'), record('base'));
    expect(back.out).toContain('repairs: only base breaks these\n  failed -> passed; no longer: ');
    expect([back.exit, lastLine(back.out)]).toEqual([
      0,
      '4 of 4 cases compared: 0 regressions, 3 repairs, 0 differences',
    ]);
  });

  test('another answer to an open question is a difference, which fails where it is asked to', async () => {
    const { exit, out } = await comparing(record('base'), record('named'));
    expect([exit, out]).toEqual([0, expect.stringContaining('codes.returnCode: number -> name\n')]);
    expect((await comparing(record('base'), record('named'), '--fail-on difference')).exit).toBe(1);
  });

  test('targets are run first, each with the keys of its file; a record beside one says which cases', async () => {
    const both = await comparing(file('base'), file('broken'), ONLY);
    expect([both.exit, lastLine(both.out)]).toEqual([
      1,
      '4 of 4 cases compared: 3 regressions, 0 repairs, 0 differences',
    ]);
    const { exit, out } = await comparing(record('base'), file('broken'));
    expect([exit, lastLine(out)]).toEqual([1, lastLine(both.out)]);
    expect(lastLine((await comparing(record('base'), record('broken'), '--only reply/*')).out)).toMatch(
      /^1 of 1 case compared: 0 reg/,
    );
  });

  test('--json prints the same as one document, and nothing else', async () => {
    const { exit, out } = await comparing(record('base'), record('broken'), '--json');
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      format: 2,
      base: targets.get('base'),
      candidate: targets.get('broken'),
      changed: Array.from({ length: 3 }, () => ({
        change: 'regression',
        what: ['passed -> failed', 'now: 7.3/string-min-length wrong-outcome'],
      })),
      compared: 4,
      of: 4,
      trouble: [],
    });
  });

  test('two URLs are compared by what needs no credentials, and it says what to declare', async () => {
    const url = targets.get('base') ?? '';
    const bare = await comparing(url, url, '--only secret-key/missing --only reply/success');
    expect([bare.exit, bare.err]).toEqual([0, '']);
    expect(bare.out).toMatch(/^\d+ must cells need an Admin key [^]*\n6 of 18 cases compared: 0 /);
    const nothing = await comparing(url, url, '--only reply/success@group.*');
    expect(nothing).toMatchObject({
      exit: 2,
      err: 'error: nothing was compared: no case was judged on both sides\n',
    });
    const dead = await comparing(url, 'http://127.0.0.1:1', '--only secret-key/missing');
    expect([dead.exit, dead.out]).toEqual([3, '']);
  });
});

const changed = (name: string, change: (lines: readonly string[]) => readonly string[]): string => {
  const lines = readFileSync(record('base'), 'utf8').trimEnd().split('\n');
  writeFileSync(at(name), `${change(lines).join('\n')}\n`);
  return at(name);
};

test.each([
  [
    'that lost cases',
    (lines: readonly string[]) => lines.toSpliced(1, 1),
    2,
    /^error: \S+that-lost-cases.ndjson:5: the record contradicts itself: it says 4 passed, .* and holds 3 passed, /,
  ],
  [
    'that is partial',
    (lines: readonly string[]) =>
      lines.map((line) => line.replace('"partial":""', '"partial":"interrupted"')),
    3,
    /^candidate: partial: interrupted\n/,
  ],
  [
    'in which no case was judged any more',
    (lines: readonly string[]) =>
      lines.map((line) =>
        line
          .replace('"verdict":"pass"', '"verdict":"skip"')
          .replace(/"pass":(\d),(.*)"skip":0/, '"pass":0,$2"skip":$1'),
      ),
    1,
    /^$/,
  ],
])('a record %s is never equal', async (what, change, code, says) => {
  const other = changed(`${what.replaceAll(' ', '-')}.ndjson`, change);
  const { exit, err } = await comparing(record('base'), other);
  expect([exit, err]).toEqual([code, expect.stringMatching(says)]);
});

test('a side that is no record is called what it is not, before what is wrong with it as a target file', async () => {
  const log = fileWith('begin: [\n', 'a.log');
  const { exit, err } = await tagproof(`compare ${log} ${log}`);
  expect([exit, err]).toEqual([
    2,
    expect.stringContaining(`${log}: neither a record (.ndjson) nor a URL, so it is read as a target file\n`),
  ]);
});
