/** What is written over what: an output replaces no file of another kind, follows no planted link, waits for no reader, and replaces one of its own. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sampled } from '../../test/test-helpers/deep.ts';
import { draftBeside } from '../base/file-in-place.ts';
import { REPORTER_NAMES } from '../world/target-file/report-word.ts';
import { filesIn, folder, PID, tagproof } from './test-helpers/captured.ts';

const dir = folder();
const out = join(dir, 'out.yaml');
const RECORD = 'reports/sample/events.ndjson';

/** All reports are opened alike; that an output is no input is seen when the words are read. */
const ROWS = [
  'fixtures 1 --out OUT',
  'run --suite suites/7.2-not-found.yaml --only not-found/plain@group.admin --reporter json=OUT',
  ...REPORTER_NAMES.map((name) => `report ${RECORD} --reporter ${name}=OUT`),
];
const run = (words: string) => tagproof(words.replace('OUT', out));

describe.each(sampled(ROWS, 3, 3))('%s', (words) => {
  test('is written, and written again over its own kind', async () => {
    rmSync(out, { force: true });
    expect((await run(words)).exit).toBe(0);
    expect(readFileSync(out).length).toBeGreaterThan(10);
    expect(await run(words)).toMatchObject({ exit: 0, err: '' });
  });

  test.each(['precious: true\n', '{"precious": true}\n'])(
    'replaces no file of another kind: %j',
    async (text) => {
      writeFileSync(out, text);
      const { exit, err } = await run(words);
      expect([exit, err]).toEqual([2, expect.stringContaining('is not replaced')]);
      expect(readFileSync(out, 'utf8')).toBe(text);
    },
  );

  test('follows no link that stands where a draft may be', async () => {
    rmSync(out, { force: true });
    const victim = join(dir, 'victim');
    writeFileSync(victim, 'precious');
    for (const ending of ['.part', '.partial', '.tmp', '~', '.draft']) {
      rmSync(`${out}${ending}`, { force: true });
      symlinkSync(victim, `${out}${ending}`);
    }
    await run(words);
    expect([readFileSync(victim, 'utf8'), existsSync(out)]).toEqual(['precious', true]);
    expect(filesIn(dir).filter((name) => name.startsWith('.tagproof-'))).toEqual([]);
  });
});

test('removes the drafts of processes that were killed, and no others', async () => {
  const place = folder();
  const draft = (pid: number, machine?: string): string =>
    basename(draftBeside(join(place, 'out')))
      .replace(/-\d+-/, `-${pid}-`)
      .replace(/-[0-9a-f]{8}-/, (own) => (machine === undefined ? own : `-${machine}-`))
      .replace(/[0-9a-f]{16}\.part$/, `${'0'.repeat(16)}.part`);
  const abandoned = [draft(99), draft(PID)];
  const kept = [draft(17), draft(99, '01234567'), '.tagproof-notes.part', 'out.part'];
  for (const name of [...abandoned, ...kept]) writeFileSync(join(place, name), 'half of it');
  const { exit } = await tagproof(`report ${RECORD} --reporter json=${join(place, 'report.json')}`, {
    alive: [17],
  });
  expect(exit).toBe(0);
  expect(readdirSync(place).toSorted()).toEqual([...kept, 'report.json'].toSorted());
});

// The two seconds of waiting pass at once, on a clock that runs ahead.
test('waits for no reader of a pipe for ever', async () => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { exit, err } = await tagproof(`report ${RECORD} --reporter json=${pipe}`);
  clock.mockRestore();
  expect([exit, err]).toEqual([2, expect.stringContaining(pipe)]);
});
