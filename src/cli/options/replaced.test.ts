/** What a command, an option or a reporter of before answers. */
import { expect, test } from 'vitest';
import { tagproof } from '../test-helpers/captured.ts';

test.each([
  ['replay found', '`replay` is now `run --suite FOLDER`'],
  ['coverage --from events.ndjson --statement statement.md', '`coverage` is now a section of every report'],
  ['run --shard 2/5', '`--shard` is gone: split a run by `--only'],
  ['run --dialect-lock=lock.yaml', '`--dialect-lock` is now the `dialect:` of the target file'],
  ['fuzz --strict', '`--strict` is gone'],
  ['run --reporter sarif=out.sarif', '`sarif` is gone: use `github` or `junit`'],
])('%s', async (words, sentence) => {
  const { exit, out, err } = await tagproof(words);
  expect([exit, out]).toEqual([2, '']);
  expect(err).toMatch(/^error: /);
  expect(err).toContain(sentence);
});

test('the help does not list them', async () => {
  for (const words of ['--help', 'run --help', 'fuzz --help'])
    expect((await tagproof(words)).out).not.toMatch(/^ +(?:replay|--shard|--strict)\b/m);
});
