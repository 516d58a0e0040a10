import { expect, test } from 'vitest';
import { MOST_SEED } from '../options/numbers.ts';
import { seededPart } from './share-of.ts';

test('each part of a fuzz run has a seed of its own and its share of the rate', () => {
  const parts = [1, 2, 3].map((index) => seededPart({ shard: `${index}/3`, seed: 7, rate: 90 }, {}));
  expect(parts.map(({ seed, rate }) => [seed, rate])).toEqual([
    [7, 30],
    [8, 30],
    [9, 30],
  ]);
});

test('the last seed is followed by the first, and without a part nothing changes', () => {
  expect(seededPart({ shard: '2/2', seed: MOST_SEED }, {}).seed).toBe(0);
  expect(seededPart({ seed: 7 }, {})).toEqual({ seed: 7 });
});
