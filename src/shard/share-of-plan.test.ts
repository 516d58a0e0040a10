import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf, whichShard } from './share-of-plan.ts';

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

test.each<readonly [text: string, env: Record<string, string>, index: number, of: number]>([
  ['1/3', {}, 1, 3],
  [' 3/3 ', {}, 3, 3],
  ['auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' }, 1, 2],
  ['auto', { CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '2' }, 2, 2],
  ['auto', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, 1, 2],
  ['auto', { JOB_COMPLETION_INDEX: '1', TAGPROOF_SHARDS: '2' }, 2, 2],
])('--shard %s with %j is part %i of %i', (text, env, index, of) => {
  expect(whichShard(text, env)).toEqual({ index, of });
});

test.each<readonly [text: string, env: Record<string, string>, said: string]>([
  ['0/3', {}, 'there is no part 0 of 3'],
  ['4/3', {}, 'there is no part 4 of 3'],
  ['3', {}, 'write PART/COUNT'],
  ['auto', {}, 'no variable of a pipeline says which part this is'],
  ['auto', { CI_NODE_INDEX: '1' }, 'CI_NODE_INDEX is set, but not CI_NODE_TOTAL'],
])('--shard %s with %j is refused', (text, env, said) => {
  expect(() => whichShard(text, env)).toThrow(said);
});
