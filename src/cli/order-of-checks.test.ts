/** Cheap checks come first: a mistyped path is reported before the suite is read. */
import { describe, expect, test } from 'vitest';
import { tagproof } from './test-helpers/captured.ts';

describe('of two faults the cheaper check is reported', () => {
  test.each([
    ['run --suite none --target none.yaml', 'none.yaml: no such file'],
    ['run --suite none --world none.yaml', 'none.yaml: no such file'],
    ['run --target none.yaml --reporter none', 'none.yaml: no such file'],
    ['run --target fixtures/world.yaml --suite none', 'this file names no target'],
    ['run --suite none --reporter none', 'there is no reporter "none"'],
    ['run --target none.yaml --only none', 'none.yaml: no such file'],
    ['list --lint --suite none --target none.yaml', 'none.yaml: no such file'],
    ['mutants --suite none --world none.yaml', 'none.yaml: no such file'],
    ['mutants --world package.json --only none', '--only none matches no mutant'],
    ['probe --suite none --target none.yaml', 'none.yaml: no such file'],
    ['coverage --suite none --target none.yaml', 'none.yaml: no such file'],
    ['coverage --suite none --from none.ndjson', 'none.ndjson: no such file'],
    ['coverage --from package.json --statement none/x', 'none/x: can'],
    ['fuzz --target package.json --phase none', '--phase none'],
    ['simulate --world package.json --format none', '--format none'],
    ['simulate --world package.json --set none', '--set none'],
    ['simulate --world none.yaml --host=', '--host'],
    ['simulate --world fixtures/world.yaml --dialect none.yaml', 'none.yaml: no such file'],
  ])('%s', async (words, message) => {
    const { exit, out, err } = await tagproof(words);
    expect(err).toMatch(/^error: /);
    expect(err).toContain(message);
    expect([exit, out]).toEqual([2, '']);
  });
});
