import { expect, test } from 'vitest';
import { MAX_SEED } from '../options/values.ts';
import { seededPart } from './share-of.ts';

test('each part of a fuzz run has its own seed and its share of the rate', () => {
  const parts = [1, 2, 3].map((index) => seededPart({ shard: `${index}/3`, seed: 7, rate: 90 }, {}));
  expect(parts.map(({ seed, rate }) => [seed, rate])).toEqual([
    [7, 30],
    [8, 30],
    [9, 30],
  ]);
});

test('the first seed follows the last, and nothing changes without parts', () => {
  expect(seededPart({ shard: '2/2', seed: MAX_SEED }, {}).seed).toBe(0);
  expect(seededPart({ seed: 7 }, {})).toEqual({ seed: 7 });
});
