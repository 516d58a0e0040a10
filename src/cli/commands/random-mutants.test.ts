import { describe, expect, test } from 'vitest';
import { tagproof } from '../test-helpers/captured.ts';

describe('tagproof mutants --random', () => {
  test.each([
    ['--random 0', /whole number from 1/],
    ['--random 3 --fuzz', /has no effect with --random/],
    ['--random 3 --only values-cut', /has no effect with --random/],
    ['--json', /has no effect without --random/],
    ['--seed 3', /has no effect without --fuzz or --random/],
  ])('%s exits with 2', async (words, message) => {
    const { exit, err } = await tagproof(`mutants ${words}`);
    expect(err).toMatch(message);
    expect(exit).toBe(2);
  });
});
