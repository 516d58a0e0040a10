import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hangingUp } from '../../../mutants/alterations/answers.ts';
import { freePort } from '../../transport/test-helpers/servers.ts';
import { filesIn, folder, lastLine, tagproof } from '../test-helpers/captured.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const failures = folder();
let path = '';
let mutant = '';
let plain = '';

beforeAll(async () => {
  [mutant, plain] = [await servingMutant('error-code-zero'), await serving()];
  const words = `--seed 1 --runs 100 --target ${mutant} --world ${WORLD} --failures ${failures}`;
  expect((await tagproof(`fuzz ${words}`)).exit).toBe(1);
  path = join(failures, filesIn(failures).find((name) => name.endsWith('.failure.yaml')) ?? '');
});

/** Writes the failure with changed text into a new folder. */
function changed(change: (text: string) => string): string {
  const file = join(folder(), 'changed.failure.yaml');
  writeFileSync(file, change(readFileSync(path, 'utf8')));
  return file;
}

const to = (url: string): string => `--target ${url} --world ${WORLD}`;

describe('a saved failure', () => {
  test.each([
    ['is still failing on the same backend', () => mutant, 'FAIL STILL FAILING', [0, 1, 0, 0], 1],
    ['is fixed on a correct one', () => plain, 'PASS FIXED', [1, 0, 0, 0], 0],
    [
      'has changed where it fails differently',
      () => servingMutant('byte-order-mark'),
      'WARN CHANGED',
      [0, 0, 0, 1],
      1,
    ],
  ] as const)('%s', async (_, url, said, [fixed, failing, warned, changedTo], code) => {
    const { exit, out, err } = await tagproof(`replay ${path} ${to(await url())}`);
    expect([exit, err]).toEqual([code, '']);
    expect(out).toContain(`${said}  ${path}\n`);
    if (code === 1)
      for (const part of ['expected  ', 'curl -sS ', 'plain request to ']) expect(out).toContain(part);
    expect(lastLine(out)).toBe(
      `${fixed} fixed, ${failing} still failing, ${warned} still warned, ${changedTo} changed, 0 not judged`,
    );
  });

  test('is reported for each given file and folder', async () => {
    const { exit, out } = await tagproof(`replay ${path} ${path} ${to(plain)}`);
    expect(lastLine(out)).toBe('2 fixed, 0 still failing, 0 still warned, 0 changed, 0 not judged');
    expect(exit).toBe(0);
  });

  test('becomes a case of a suite', async () => {
    const cases = folder();
    const { err } = await tagproof(`replay ${path} ${to(mutant)} --save-case ${cases}`);
    expect(err).toBe(`saved ${join(cases, filesIn(cases)[0] ?? '')} from ${path}\n`);
    const broken = await tagproof(`run --suite ${cases} ${to(mutant)}`);
    expect(lastLine(broken.out)).toBe('0 passed, 1 failed, 0 warned, 0 skipped, 0 errored');
    expect((await tagproof(`run --suite ${cases}`)).exit).toBe(0);
  });
});

describe("somebody's failure file decides neither where keys go nor what is read", () => {
  const home = process.cwd();
  afterEach(() => process.chdir(home));

  /** A project with a target file, and a failure that names a target and a world. */
  function project(target: string | null, world: string | null): string {
    const place = folder();
    mkdirSync(join(place, 'found'));
    const named = (option: string | null): string => (option === null ? 'null' : JSON.stringify(option));
    const text = readFileSync(path, 'utf8')
      .replace(/targetOption: .*/, () => `targetOption: ${named(target)}`)
      .replace(/worldOption: .*/, () => `worldOption: ${named(world)}`);
    writeFileSync(join(place, 'found', 'x.failure.yaml'), text);
    const own = `target: ${mutant}\n${readFileSync(join(home, WORLD), 'utf8')}`;
    for (const name of ['mine.yaml', 'found/theirs.yaml']) writeFileSync(join(place, name), own);
    symlinkSync(join(place, 'found', 'theirs.yaml'), join(place, 'found', 'link.yaml'));
    process.chdir(place);
    return place;
  }

  test.each([
    ['an address', 'http://127.0.0.1:1', null],
    ['an address, with the world of the user', 'http://127.0.0.1:1', 'mine.yaml'],
    ['a file that came with it', 'found/theirs.yaml', null],
    ['a file that came with it, in other words', './found/../found/theirs.yaml', null],
    ['a link that came with it', 'found/link.yaml', null],
    ['a world that came with it', null, 'found/theirs.yaml'],
    ['an absolute path', join(home, WORLD), null],
    ['a file elsewhere', '../mine.yaml', null],
    ['a file that is not there', 'none.yaml', null],
    ['a world elsewhere', 'mine.yaml', '/dev/zero'],
  ])('%s is not taken', async (_, target, world) => {
    project(target, world);
    const { exit, out, err } = await tagproof('replay found');
    expect(err).toContain("a failure's file does not decide where your keys are sent or which file is read");
    expect(err).toContain('give --target');
    expect([exit, out]).toEqual([2, '']);
  });

  test('a target file of the user is, so that the command of the README works', async () => {
    project('mine.yaml', null);
    const { exit, out, err } = await tagproof('replay found');
    expect(err).toBe('');
    expect(lastLine(out)).toBe('0 fixed, 1 still failing, 0 still warned, 0 changed, 0 not judged');
    expect(exit).toBe(1);
  });

  test('its case is saved in the folder that is named, and nowhere else', async () => {
    const place = project('mine.yaml', null);
    const text = readFileSync('found/x.failure.yaml', 'utf8').replace(/- id: .*/, '- id: ../../../x');
    writeFileSync('found/x.failure.yaml', text);
    const { exit } = await tagproof('replay found --save-case kept');
    expect([exit, filesIn(place)]).toEqual([2, ['found', 'mine.yaml']]);
  });
});

test('a saved warning that remains does not fail the replay', async () => {
  const warnings = folder();
  const url = await servingMutant('byte-order-mark');
  const fuzzed = await tagproof(`fuzz --seed 1 --runs 100 ${to(url)} --failures ${warnings}`);
  expect(fuzzed.exit).toBe(0);
  const { exit, out } = await tagproof(`replay ${warnings} ${to(url)}`);
  expect(out).toMatch(/^WARN STILL WARNED  /);
  expect(lastLine(out)).toBe('0 fixed, 0 still failing, 1 still warned, 0 changed, 0 not judged');
  expect(exit).toBe(0);
});

describe('a failure that cannot be replayed gets an error with a remedy', () => {
  test.each<readonly [what: string, change: (text: string) => string, message: string]>([
    ['a cut file', (text) => text.slice(0, 200), ''],
    ['another format', (text) => text.replace('format: 2', 'format: 3'), 'format'],
    ['an unknown endpoint', (text) => text.replace(/for: \S+/, 'for: nowhere'), 'for'],
    ['no case', (text) => text.replace(/cases:[^]*\nfound:/, 'cases: []\nfound:'), 'cases'],
  ])('a corrupt file: %s', async (_, change, message) => {
    const file = changed(change);
    const { exit, out, err } = await tagproof(`replay ${file} ${to(plain)}`);
    expect(err).toContain(`error: ${file}:`);
    expect(err).toContain(message);
    expect(err).toContain('it must be a failure that `tagproof fuzz` saved');
    expect([exit, out]).toEqual([2, '']);
  });

  test('a secret that the world lacks', async () => {
    const file = changed((text) => text.replace(/(key:\n\s+name: )/, '$1my-'));
    const { exit, out, err } = await tagproof(`replay ${file} ${to(plain)}`);
    expect(err).toMatch(/it was sent with the secret my-\S+/);
    expect(err).toContain('give --target FILE or --world FILE with a key or token of that name');
    expect([exit, out]).toEqual([2, '']);
  });

  test('nothing listens', async () => {
    const { exit, err } = await tagproof(`replay ${path} ${to(`http://127.0.0.1:${await freePort()}`)}`);
    expect(err).toContain('nothing listens');
    expect(exit).toBe(3);
  });

  test('without a reply it is not judged', async () => {
    let gone = false;
    const isEarly = (headers: unknown): boolean =>
      /\((?:preflight|orientation)/.test(JSON.stringify(headers));
    const url = await serving({ alter: hangingUp(({ headers }) => (gone ||= !isEarly(headers))) });
    const { exit, out } = await tagproof(`replay ${path} ${to(url)}`);
    expect(out).toMatch(/^ERROR? NOT JUDGED  /);
    expect(lastLine(out)).toBe('0 fixed, 0 still failing, 0 still warned, 0 changed, 1 not judged');
    expect(exit).toBe(3);
  });
});
