import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PROPERTY_NAMES } from '../../fuzz/trials/properties.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { readResults } from '../../report/test-helpers/junit-results.ts';
import { filesIn, folder, lastLine, start, tagproof, type Ended } from '../test-helpers/captured.ts';
import { saying, servingBy, servingMutant, WORLD } from '../test-helpers/serving.ts';

const LAST = /^(\d+) passed, (\d+) failed, (\d+) warned, (\d+) skipped, (\d+) errored$/;
const ALL = PROPERTY_NAMES.length;

/** A short run that leaves nothing in the tree. */
function fuzzing(words: string, saved = folder()): Promise<Ended> {
  return tagproof(`fuzz --seed 1 --save ${saved} ${words}`);
}

describe('against the embedded simulator', () => {
  test('nothing is wrong, the first line comes at once, and the last ones say how much is known', async () => {
    const saved = folder();
    const command = start(`fuzz --seed 1 --runs 400 --save ${saved}`);
    await command.said(
      new RegExp(
        String.raw`^tagproof \S+: ${ALL} cases against the embedded simulator, fuzzed with seed 1\n`,
      ),
    );
    expect(await Promise.race([command.exit, 'under way'])).toBe('under way');
    expect(await command.exit).toBe(0);
    // On a busy machine a line now and then says what it is at.
    expect(command.err().replace(/^after .*\n/gm, '')).toBe('');
    expect(command.out()).toMatch(/ 3[678]\d requests in /);
    const [, passed, ...others] = LAST.exec(lastLine(command.out())) ?? [];
    expect([passed, others]).toEqual([String(ALL), ['0', expect.stringMatching(/^\d$/), '0', '0']]);
    expect(filesIn(saved)).toEqual([]);
  });

  test('--only narrows to the trials that can show it, and what was not sent is said', async () => {
    const { exit, out } = await fuzzing('--runs 200 --only variants --only concurrent --only equivalent');
    expect(exit).toBe(0);
    expect(out).toContain(': 3 cases against');
    expect(lastLine(out)).toMatch(/^3 passed, 0 failed, \d+ warned, 0 skipped, 0 errored$/);
    const { exit: none, err } = await fuzzing('--runs 1 --only concurrent');
    expect(err).toContain('no request was sent: none within --runs and --time could show concurrent\n');
    expect(none).toBe(2);
  });
});

test('a server that says yes to all fails in few kinds, each with its file and the line that sends it again', async () => {
  const url = await servingBy(saying('{"returnCode":1}'));
  const saved = folder();
  const { exit, out } = await fuzzing(`--runs 300 --target ${url} --world ${WORLD}`, saved);
  const names = [...out.matchAll(/^(?:FAIL|WARN) (fuzz\/(?!not-reached)\S+)/gm)].map(([, name]) => name);
  const again = [...out.matchAll(/^ {2}again: npx tagproof run --suite (\S+) (.*)$/gm)];
  expect(new Set(again.map(([, , words]) => words))).toEqual(new Set([`--target ${url} --world ${WORLD}`]));
  expect(exit).toBe(1);
  expect(names.length).toBeGreaterThan(5);
  expect(names.length).toBeLessThan(60);
  expect(new Set(names).size).toBe(names.length);
  const unsaid = [...out.matchAll(/^ {2}not saved: .*; --seed 1 sends the same requests$/gm)];
  expect(again.length + unsaid.length).toBe(names.length);
  expect(again.filter(([, path = '']) => !existsSync(path))).toEqual([]);
  expect(filesIn(saved)).toHaveLength(again.length);
});

test('a warning is printed but not saved: no case may fail for what the document allows', async () => {
  const saved = folder();
  const url = await servingMutant('null-id-as-type-invalid');
  const words = `--seed 1 --runs 700 --target ${url} --world ${WORLD}`;
  const { exit, out } = await tagproof(`fuzz ${words} --save ${saved}`);
  expect(exit).toBe(0);
  expect(out).toMatch(/^WARN fuzz\/allowed\/7\.3-string-null-preferred\/discouraged /m);
  expect(out).toMatch(/^ {2}not saved: a warning is no failure; --seed 1 sends the same requests$/m);
  expect(filesIn(saved)).toEqual([]);
});

describe('against a backend with a defect', () => {
  const saved = folder();
  const reported = folder();
  const FILE = join(saved, 'fuzz-envelope-1-http-200-status-status.yaml');
  let url = '';
  let words = '';
  let ran: Ended = { exit: 4, out: '', err: '' };

  beforeAll(async () => {
    url = await servingMutant('wrong-key-as-http-401');
    words = `--runs 250 --target ${url} --world ${WORLD}`;
    const reports = `--reporter junit=${reported}/run.xml --reporter ndjson=${reported}/run.ndjson`;
    ran = await fuzzing(`${words} ${reports}`, saved);
  });

  test('the run fails, and tells the failure', () => {
    expect(ran.exit).toBe(1);
    expect(ran.out).toMatch(/^FAIL fuzz\/envelope\//m);
    expect(ran.out).toContain('HTTP 401');
    expect(lastLine(ran.out)).toMatch(new RegExp(`^${ALL - 1} passed, 1 failed, `));
  });

  test('reports are written and can be read', () => {
    const events = readNdjson(readFileSync(join(reported, 'run.ndjson'), 'utf8'), 'run.ndjson');
    const failed = events.filter((event) => event.kind === 'case-finished' && event.verdict === 'fail');
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ case: { file: FILE, line: 1 } });
    expect(readResults(readFileSync(join(reported, 'run.xml'), 'utf8'))).toMatchObject({ failed: 1 });
  });

  test('the saved case says how it was found, fails on it and passes on the simulator; a second one is a second file', async () => {
    const text = readFileSync(FILE, 'utf8');
    expect(text).toMatch(
      /^ {4}found:\n {6}seed: 1\n {6}trial: \d+\n {6}clause: 1\/http-200\/status\n {6}kind: status\n/m,
    );
    await fuzzing(words, saved);
    expect(filesIn(saved)).toHaveLength(2);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
    const broken = await tagproof(`run --suite ${saved} --target ${url} --world ${WORLD}`);
    expect(lastLine(broken.out)).toBe('0 passed, 2 failed, 0 warned, 0 skipped, 0 errored');
    expect(broken.out).toMatch(
      /^still fails: fuzz\/envelope\/1-http-200-status\/status@gamePlayer\.server$/m,
    );
    expect(broken.exit).toBe(1);
    const right = await tagproof(`run --suite ${saved}`);
    expect(lastLine(right.out)).toBe('2 passed, 0 failed, 0 warned, 0 skipped, 0 errored');
    expect(right.out).toMatch(/^fixed: fuzz\/envelope\/1-http-200-status\/status@gamePlayer\.server$/m);
    const other = await servingBy(saying('{"returnCode":1}'));
    const changed = await tagproof(`run --suite ${FILE} --target ${other} --world ${WORLD}`);
    expect(changed.out).toMatch(/^fails in another way: fuzz\/envelope\//m);
    expect(right.exit).toBe(0);
  });

  test('a run without --save writes nothing, and says how to save', async () => {
    const inTree = (): readonly unknown[] => readdirSync('reports', { recursive: true }).toSorted();
    const before = inTree();
    const { exit, out } = await tagproof(`fuzz --seed 1 ${words}`);
    expect(out).toMatch(/^ {2}not saved: add --save FOLDER, and --seed 1 for the same requests$/m);
    expect(inTree()).toEqual(before);
    expect(exit).toBe(1);
  });

  test('what was found until Ctrl-C is told and saved', async () => {
    const path = folder();
    const line = `fuzz --seed 1 --time 60s --target ${url} --world ${WORLD} --save ${path}`;
    const command = start(line, { terminal: true });
    await command.said('1 cause of failures');
    command.interrupt();
    expect(await command.exit).toBe(130);
    expect(command.out()).toMatch(/^FAIL fuzz\/envelope\//m);
    expect(command.out()).toContain('interrupted');
    expect(lastLine(command.out())).toMatch(LAST);
    expect(filesIn(path)).toHaveLength(1);
  });
});
