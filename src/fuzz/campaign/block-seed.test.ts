import { expect, test } from 'vitest';
import { blockSeed } from './schedule.ts';
import { PHASE_NAMES } from './phases.ts';

test.each([
  [1, 'random', 0, 450_506_546],
  [1, 'random', 1, -214_131_008],
  [42, 'concurrent', 7, 400_790_675],
] as const)('with seed %i the block %s:%i always has seed %i', (seed, phase, block, expected) => {
  expect(blockSeed(seed, phase, block)).toBe(expected);
});

test('neighbours in seed, phase and number have different seeds of 32 bits', () => {
  const seeds = [-1, 0, 1, 2, 11, 111].flatMap((seed) =>
    PHASE_NAMES.flatMap((phase) => Array.from({ length: 300 }, (_, block) => blockSeed(seed, phase, block))),
  );
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds.every((seed) => seed === (seed | 0))).toBe(true);
});

test('neighbours differ in about half of their bits', () => {
  const flipped = Array.from({ length: 1000 }, (_, block) => {
    const both = blockSeed(1, 'random', block) ^ blockSeed(1, 'random', block + 1);
    return (both >>> 0).toString(2).replaceAll('0', '').length;
  });
  const mean = flipped.reduce((sum, each) => sum + each, 0) / flipped.length;
  expect(mean).toBeGreaterThan(14);
  expect(mean).toBeLessThan(18);
});
