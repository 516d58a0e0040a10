import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf } from './share-of-plan.ts';

const loads = fc.array(fc.record({ weight: fc.nat(50), alone: fc.boolean() }), { maxLength: 80 });
const count = fc.integer({ min: 1, max: 9 });

test('each load has one shard, loads that run alone share one, and no shard is much heavier than another', () => {
  fc.assert(
    fc.property(loads, count, (all, of) => {
      const shares = sharesOf(all, of);
      expect(shares).toHaveLength(all.length);
      expect(shares.every((share) => share >= 0 && share < of)).toBe(true);
      const alone = shares.filter((_, index) => all[index]?.alone);
      expect(new Set(alone).size).toBeLessThanOrEqual(1);
      const others = all.filter((load) => !load.alone);
      const sums = Array.from({ length: of }, (_, shard) =>
        all.reduce(
          (sum, load, index) => sum + (shares[index] === shard && !load.alone ? Math.max(1, load.weight) : 0),
          0,
        ),
      );
      const heaviest = Math.max(1, ...others.map(({ weight }) => weight));
      const free = sums.filter((_, shard) => shard !== alone[0]);
      if (free.length > 1) expect(Math.max(...free) - Math.min(...free)).toBeLessThanOrEqual(heaviest);
    }),
  );
});

test('the shares are reproducible', () => {
  fc.assert(
    fc.property(loads, count, (all, of) => {
      expect(sharesOf(structuredClone(all), of)).toEqual(sharesOf(all, of));
    }),
  );
});
