/** Every output of every command: it replaces no input and no file of another kind, follows no planted link, waits for no reader, and replaces one of its own. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sampled } from '../../test/test-helpers/deep.ts';
import { REPORTER_NAMES } from '../report/reporter-register.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';

const dir = folder();
const at = (name: string): string => join(dir, name);

const ONE = '--only reply/success@group.admin';
const FUZZ = '--world WORLD --seed 1 --runs 3 --ignore-setup';

/** A command with the place of its output, and one of its inputs, by the name of the file. */
type Row = readonly [words: string, input?: string];

const ROWS: readonly Row[] = [
  ...REPORTER_NAMES.map((name): Row => [`report RECORD --reporter ${name}=OUT`, 'RECORD']),
  [`run ${ONE} --world TARGET --reporter console=OUT`, 'TARGET'],
  [`run ${ONE} --world WORLD --reporter ndjson=OUT`, 'WORLD'],
  [`run ${ONE} --suite SUITE --reporter junit=OUT`, 'SUITE'],
  [`run ${ONE} --baseline BASELINE --reporter json=OUT`, 'BASELINE'],
  // All reports are opened alike.
  ...['console', 'ndjson', 'html'].map((name): Row => [
    `run ${ONE} --target http://127.0.0.1:9 --reporter ${name}=OUT`,
  ]),
  [`fuzz ${FUZZ} --reporter json=OUT`, 'WORLD'],
  [`fuzz ${FUZZ} --baseline BASELINE --reporter html=OUT`, 'BASELINE'],
];

const TRIED = sampled(ROWS, 9, 2).map(([words, input]) => [words, input] as const);

const INPUTS: Readonly<Record<string, string>> = {
  TARGET: 'target.yaml',
  WORLD: 'world.yaml',
  SUITE: 'suite.yaml',
  BASELINE: 'baseline.yaml',
  RECORD: 'record.ndjson',
};
const inputOf = (name: string): string => at(INPUTS[name] ?? '');

const filled = (words: string, out: string): readonly string[] =>
  Object.keys(INPUTS)
    .reduce((all, name) => all.replaceAll(name, inputOf(name)), words)
    .replace('OUT', out)
    .split(' ');

const run = (words: string, out: string) => tagproof(filled(words, out));

/** The name of an output; a generated world is known by its ending. */
const outFor = (words: string): string => at(words.startsWith('fixtures') ? 'out.yaml' : 'out');

beforeAll(async () => {
  copyFileSync('fixtures/world.yaml', inputOf('WORLD'));
  writeFileSync(
    inputOf('SUITE'),
    'chapter: x\ncases:\n  - { id: reply/success, title: t, clauses: [4.5.2/tags], for: [group.admin], expect: { reply: tags } }\n',
  );
  writeFileSync(
    inputOf('TARGET'),
    `${readFileSync('fixtures/world.yaml', 'utf8')}\ndialect: { codes.returnCode: number }\n`,
  );
  writeFileSync(inputOf('BASELINE'), '[]\n');
  await tagproof(`run ${ONE} --reporter ndjson=${inputOf('RECORD')}`);
}, 120_000);

describe.each(TRIED)('%s', (words, input) => {
  const out = outFor(words);

  test('is written, and written again over its own kind', async () => {
    rmSync(out, { force: true });
    const first = await run(words, out);
    expect([first.exit, first.err]).toEqual([expect.not.toBeOneOf([2, 4]), expect.any(String)]);
    const before = readFileSync(out);
    expect(before.length).toBeGreaterThan(words.includes('github') ? -1 : 10);
    const second = await run(words, out);
    expect([second.exit, second.err]).toEqual([first.exit, expect.not.stringContaining('is not replaced')]);
  });

  test.each(['precious: true\n', '{"precious": true}\n'])(
    'replaces no file of another kind: %j',
    async (text) => {
      writeFileSync(out, text);
      const { exit, err } = await run(words, out);
      expect([exit, err]).toEqual([2, expect.stringContaining(out)]);
      expect(readFileSync(out, 'utf8')).toBe(text);
      rmSync(out);
    },
  );

  test.runIf(input !== undefined)('replaces no input, under none of its names', async () => {
    const file = inputOf(input ?? '');
    const before = readFileSync(file, 'utf8');
    const link = at(words.startsWith('fixtures') ? 'link.yaml' : 'link');
    rmSync(link, { force: true });
    symlinkSync(file, link);
    for (const name of [
      file,
      join(dir, '.', '..', dir.split('/').at(-1) ?? '', INPUTS[input ?? ''] ?? ''),
      link,
    ]) {
      expect((await run(words, name)).exit).toBe(2);
      expect(readFileSync(file, 'utf8')).toBe(before);
    }
  });

  test('follows no link that stands where a draft may be', async () => {
    rmSync(out, { force: true });
    writeFileSync(at('victim'), 'precious');
    for (const ending of ['.part', '.partial', '.tmp', '~', '.draft']) {
      rmSync(`${out}${ending}`, { force: true });
      symlinkSync(at('victim'), `${out}${ending}`);
    }
    await run(words, out);
    expect([readFileSync(at('victim'), 'utf8'), existsSync(out)]).toEqual(['precious', true]);
    expect(filesIn(dirname(out)).filter((name) => name.startsWith('.tagproof-'))).toEqual([]);
  });
});

// All outputs are opened alike, so one of each way to name them is enough; the two seconds of waiting pass at once, on a clock that runs ahead.
test.each([TRIED[0]?.[0] ?? ''])('%s waits for no reader of a pipe for ever', async (words) => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const out = at(`pipe-${words.split(' ')[0]}`);
  execFileSync('mkfifo', [out]);
  const { exit, err } = await run(words, out);
  clock.mockRestore();
  rmSync(out);
  expect([exit, err]).toEqual([2, expect.stringContaining(out)]);
});
