/** Where reports go: standard output, files, several at once; a run that cannot start leaves nothing behind. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { fileWith, filesIn, folder, simulating, tagproof } from '../test-helpers/captured.ts';
import { saying, servingBy } from '../test-helpers/serving.ts';

/** A report of an older version. */
const OF_YESTERDAY = '{ "format": 1, "run": { "version": "0.0.9" } }';
const RUN = 'run --suite suites/7.2-not-found.yaml --only not-found/plain';
const FAILS = `chapter: Mine
cases: [{ id: mine/absent, title: an id that nothing has is answered, clauses: [4.5.2/tags], for: group.admin,
  given: { subject: { absent: plain } }, expect: { reply: tags } }]`;

test('all reports are written to files at once, one of them twice, and the console report to standard output', async () => {
  const path = folder();
  const wanted = ['json=json', 'ndjson=ndjson', 'junit=junit', 'console=console', 'json=e=f'].map((each) =>
    each.replace('=', `=${path}/`),
  );
  const { exit, out } = await tagproof(`${RUN} ${wanted.map((each) => `-o ${each}`).join(' ')}`);
  expect(exit).toBe(0);
  const text = (name: string): string => readFileSync(join(path, name), 'utf8');
  for (const report of [out, text('console')])
    expect(report).toMatch(/\n9 passed, 0 failed, 0 warned, 0 skipped, 0 errored\n$/);
  expect(filesIn(path)).toEqual(['console', 'e=f', 'json', 'junit', 'ndjson']);
  expect(JSON.parse(text('json'))).toBeTypeOf('object');
  expect(readNdjson(text('ndjson'), 'run.ndjson')).toHaveLength(11);
  expect(text('junit')).toMatch(/^<\?xml version="1\.0"[^]*<\/testsuites>\n$/);
  expect(text('e=f')).toBe(text('json'));
});

test.each([
  ['the suite is missing', 'run --suite missing'],
  ['nothing is selected', `${RUN} --skip not-found`],
  ['the target file is wrong', `${RUN} --target package.json`],
  ['another report can not be written', `${RUN} --reporter junit=/no/such/folder/c.xml`],
  ['another report has the same path', `${RUN} --reporter junit=PATH/new`],
])('a run that cannot start leaves no report and keeps that of yesterday: %s', async (_, words) => {
  const path = folder();
  writeFileSync(join(path, 'old.json'), OF_YESTERDAY);
  const reports = `--reporter json=${path}/old.json --reporter ndjson=${path}/new`;
  const { exit, err } = await tagproof(words.replace('PATH', path).replace('run', `run ${reports}`));
  expect([exit, err]).toEqual([2, expect.stringMatching(/^error: /)]);
  expect(filesIn(path)).toEqual(['old.json']);
  expect(readFileSync(join(path, 'old.json'), 'utf8')).toBe(OF_YESTERDAY);
});

describe('a target that can not be judged', () => {
  const nowhere = 'http://127.0.0.1:1';
  const unfit = join(folder(), 'unfit.yaml');
  beforeAll(async () => {
    const key = '{ name: admin, key: an-admin-key-0001, role: Admin }';
    const url = await servingBy(saying('{"returnCode":-10}'));
    writeFileSync(unfit, `target: ${url}\nworld:\n  secretKeys: [${key}]\n`);
  });

  test.each([
    ['run, nothing listens', `${RUN} --target ${nowhere}`, /nothing listens on 127\.0\.0\.1:1/],
    ['fuzz, its file does not fit', `fuzz --runs 5 --target ${unfit}`, /key "admin" is refused everywhere/],
  ])('leaves an error in every report that is a file: %s', async (_, words, why) => {
    const path = folder();
    writeFileSync(join(path, 'old.json'), OF_YESTERDAY);
    const wanted = ['json=old.json', 'junit=junit.xml', 'ndjson=run.ndjson', 'console=run.txt'];
    const reporters = wanted.map((each) => `--reporter ${each.replace('=', `=${path}/`)}`).join(' ');
    const { exit, out, err } = await tagproof(`${words} ${reporters}`);
    expect([exit, out]).toEqual([3, '']);
    expect(err).toMatch(why);
    const text = (name: string): string => readFileSync(join(path, name), 'utf8');
    expect(JSON.parse(text('old.json'))).toMatchObject({ run: { partial: expect.stringMatching(why) } });
    expect(text('junit.xml')).toMatch(/<testsuites name="tagproof" tests="1" failures="0" errors="1"/);
    expect(text('junit.xml').replaceAll('&quot;', '"')).toMatch(why);
    expect(readNdjson(text('run.ndjson'), 'run.ndjson')).toMatchObject([
      { kind: 'run-started' },
      { kind: 'run-finished', partial: expect.stringMatching(why) },
    ]);
    expect(text('run.txt')).toMatch(/\npartial: 0 of \d+ cases ran: [^]*\n0 passed, .* 0 errored\n$/);
    expect(filesIn(path)).toEqual(['junit.xml', 'old.json', 'run.ndjson', 'run.txt']);
  });

  test('is judged all the same with --ignore-setup', async () => {
    const { out, err } = await tagproof(`${RUN} --ignore-setup --target ${unfit}`);
    expect(err).not.toContain('is refused everywhere');
    expect(out).toMatch(/\n\d+ passed, .* 0 errored\n$/);
  });

  test('leaves one on standard output, too, where it goes there', async () => {
    const { exit, out } = await tagproof(`${RUN} --target ${nowhere} --reporter junit`);
    expect(exit).toBe(3);
    expect(out).toMatch(/^<\?xml[^]*name="run\/complete"[^]*<error type="not judged"[^]*<\/testsuites>\n$/);
  });
});

describe('--max-time that is over before the first case ends with 3', () => {
  test('while files are read', async () => {
    const { exit, err } = await tagproof(`${RUN} --max-time 1ms`);
    expect([exit, err]).toEqual([
      3,
      expect.stringContaining('--max-time was reached while this file was read'),
    ]);
  });

  test('before anything is sent', async () => {
    const { url } = await simulating();
    const { exit, out, err } = await tagproof(`${RUN} --target ${url} --max-time 1ms --rate 1`);
    expect([exit, out + err]).toEqual([3, expect.stringContaining('--max-time was reached')]);
  });
});

test('a pipe with a name is written to and stays a pipe', async () => {
  const path = join(folder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let text = '';
    reader.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    const { exit } = await tagproof(`${RUN} --reporter json=${path}`);
    expect(exit).toBe(0);
    expect(lstatSync(path).isFIFO()).toBe(true);
    await once(reader, 'close');
    expect(JSON.parse(text)).toBeTypeOf('object');
  } finally {
    reader.kill();
  }
});

test('a reader of a pipe with a name that goes away ends the report and not the run', async () => {
  const path = join(folder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = spawn('bash', ['-c', 'exec 3< "$0"; exec 3<&-', path], { stdio: 'ignore' });
  const { exit, out, err } = await tagproof(`${RUN} --reporter ndjson=${path}`);
  reader.kill();
  expect(err).toBe('');
  expect(out).toMatch(/\n9 passed, /);
  expect(exit).toBe(0);
});

test.runIf(existsSync('/dev/full'))('a disk that is full ends with 2 and a word about it', async () => {
  const { exit, err } = await tagproof(`${RUN} --reporter json=/dev/full`);
  expect(err).toMatch(/^error: \/dev\/full: [^\n]*no space left/);
  expect(exit).toBe(2);
});

describe('under GitHub Actions', () => {
  const underGitHub = async (words: string, env: Readonly<Record<string, string>> = {}) => {
    const path = fileWith('of before\n', 'summary');
    const on = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path, ...env };
    return { ...(await tagproof(words, { env: on })), summary: readFileSync(path, 'utf8') };
  };
  const failing = `run --suite ${fileWith(FAILS, 'fails.yaml')}`;

  test('the console brings annotations, above its last screen, and adds to the summary of the job', async () => {
    const { exit, out, summary } = await underGitHub(failing);
    expect(exit).toBe(1);
    expect(out).toMatch(
      /^tagproof [^]*\n::error title=[^\n]*\n[^]*\nFAILED: 1 cause in 1 case\n[^]* 0 errored\n$/,
    );
    expect(out.match(/ 0 errored$/gm)).toHaveLength(1);
    expect(summary).toMatch(/^of before\n# [^\n]*FAILED: 1 cause in 1 case/);
  });

  test.each([
    [
      'a report that is named',
      `${failing} --reporter console -o github=PATH/a.txt -o markdown=PATH/s.md`,
      {},
    ],
    ['any beside a report for machines', `${failing} --reporter json`, {}],
    ['any elsewhere', failing, { GITHUB_ACTIONS: 'false' }],
  ])('it does not bring %s', async (_, words, env) => {
    const { out, summary } = await underGitHub(words.replaceAll('PATH', folder()), env);
    expect([out.includes('::error'), summary]).toEqual([false, 'of before\n']);
  });

  test('a summary that can not be written is a warning', async () => {
    const { exit, err } = await underGitHub(RUN, { GITHUB_STEP_SUMMARY: '/no/such/folder/summary' });
    expect([exit, err]).toEqual([
      0,
      expect.stringMatching(/^warning: the summary of the job is missing: \/no\/such[^\n]*\n$/),
    ]);
  });
});
