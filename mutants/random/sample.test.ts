import { describe, expect, test } from 'vitest';
import { sampleOf } from './sample.ts';
import { mutantOf } from './test-helpers/mutants.ts';

/** Three operators in five files: 40, 20 and 4 mutants of each operator in each file. */
const SIZES = { ConditionalExpression: 40, StringLiteral: 20, Regex: 4 };
const FILES = ['a', 'b', 'c', 'd', 'e'].map((name) => `simulator/${name}.ts`);
const MUTANTS = Object.entries(SIZES)
  .flatMap(([operator, size]) =>
    FILES.flatMap((file) => Array.from({ length: size }, () => ({ operator, file }))),
  )
  .map((given, index) => mutantOf({ ...given, id: `${index}` }));

const ids = (count: number, seed: number): readonly string[] =>
  sampleOf(MUTANTS, count, seed).map(({ id }) => id);

describe('a sample of mutants', () => {
  test('is the same with the same seed, and another one with another', () => {
    expect(ids(30, 1)).toEqual(ids(30, 1));
    expect(ids(30, 1)).not.toEqual(ids(30, 2));
  });

  test.each([1, 2, 30, 319])('holds %i different mutants', (count) => {
    expect(new Set(ids(count, 5)).size).toBe(count);
  });

  test('is all of them where more are requested than there are', () => {
    expect(sampleOf(MUTANTS, 1000, 1)).toBe(MUTANTS);
  });

  test.each([1, 2, 3, 4])('has operators and files by their share, seed %i', (seed) => {
    const sample = sampleOf(MUTANTS, 32, seed);
    const operators = Object.keys(SIZES).map(
      (name) => sample.filter(({ operator }) => operator === name).length,
    );
    expect(operators).toEqual([20, 10, 2]);
    for (const name of FILES) {
      const its = sample.filter(
        ({ file, operator }) => file === name && operator === 'ConditionalExpression',
      );
      expect(its).toHaveLength(4);
    }
  });

  test('takes each mutant with the seeds, not always the same of a file', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => ids(32, seed)).flat());
    expect(seen.size).toBe(MUTANTS.length);
  });
});
