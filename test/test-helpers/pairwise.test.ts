import { describe, expect, test } from 'vitest';
import { pairwise, type Combination, type Factor } from './pairwise.ts';

const FACTORS: readonly Factor[] = [
  { name: 'a', values: ['1', '2', '3'] },
  { name: 'b', values: ['1', '2'] },
  { name: 'c', values: ['1', '2', '3', '4'] },
  { name: 'd', values: ['1'] },
];

const occurs = (combinations: readonly Combination[], a: string, x: string, b: string, y: string): boolean =>
  combinations.some((each) => each.get(a) === x && each.get(b) === y);

describe('pairwise combinations', () => {
  const { combinations, pairs } = pairwise(FACTORS, 1);

  test('every pair of values of any two factors occurs', () => {
    const missing = FACTORS.flatMap((one, index) =>
      FACTORS.slice(index + 1).flatMap((other) =>
        one.values.flatMap((x) =>
          other.values
            .filter((y) => !occurs(combinations, one.name, x, other.name, y))
            .map((y) => `${one.name}${x} ${other.name}${y}`),
        ),
      ),
    );
    expect(missing).toEqual([]);
    expect(pairs).toBe(3 * 2 + 3 * 4 + 3 * 1 + 2 * 4 + 2 * 1 + 4 * 1);
  });

  test('the same seed gives the same combinations, another seed different ones', () => {
    expect(pairwise(FACTORS, 1)).toEqual(pairwise(FACTORS, 1));
    expect(pairwise(FACTORS, 2).combinations).not.toEqual(combinations);
  });
});
