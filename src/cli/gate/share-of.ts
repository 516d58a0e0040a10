/** `--shard` of a command: which part of the run this is. */
import type { Share } from '../../run/run-options.ts';
import { whichShard, type Shard } from '../../shard/share-of-plan.ts';
import type { Io } from '../io/io.ts';
import { MAX_SEED } from '../options/values.ts';

export interface ShardOptions {
  readonly shard?: string;
}

/** The share that `make` cuts out of the plan; undefined: the whole. */
export function shareOf(
  { shard }: ShardOptions,
  env: Io['env'],
  make: (shard: Shard) => Share,
): Share | undefined {
  return shard === undefined ? undefined : make(whichShard(shard, env));
}

/** Throws where the words of the option say no part. */
export function checkShard({ shard }: ShardOptions, env: Io['env']): void {
  if (shard !== undefined) whichShard(shard, env);
}

interface Seeded extends ShardOptions {
  readonly seed?: number;
  /** Requests per second of all parts together. */
  readonly rate?: number;
}

/** A part of a fuzz run: a seed of its own, next to that of the part before, and its share of the rate. */
export function seededPart<T extends Seeded>(options: T, env: Io['env']): T {
  if (options.shard === undefined) return options;
  const { index, of } = whichShard(options.shard, env);
  const { seed, rate } = options;
  return {
    ...options,
    ...(seed !== undefined && { seed: (seed + index - 1) % (MAX_SEED + 1) }),
    ...(rate !== undefined && { rate: rate / of }),
  };
}
