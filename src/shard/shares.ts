/** Dividing a plan among shards, the same way on every machine: no shard needs to ask another one. */

/** What is given to one shard as a whole. */
export interface Load {
  /** How many requests it sends. */
  readonly weight: number;
  /** Cases that need the target for themselves stay together, so that they run one after the other. */
  readonly alone: boolean;
}

interface Item {
  readonly weight: number;
  readonly members: readonly number[];
}

function itemsOf(loads: readonly Load[]): readonly Item[] {
  const alone = loads.flatMap((load, index) => (load.alone ? [index] : []));
  const weight = alone.reduce((sum, index) => sum + (loads[index]?.weight ?? 0), 0);
  return [
    ...(alone.length === 0 ? [] : [{ weight, members: alone }]),
    ...loads.flatMap((load, index) => (load.alone ? [] : [{ weight: load.weight, members: [index] }])),
  ];
}

/** The shard of each load, from 0 to `of` - 1: the heaviest first, each to the shard that has least, the first of equals. */
export function sharesOf(loads: readonly Load[], of: number): readonly number[] {
  const shares = loads.map(() => 0);
  const sums = Array.from({ length: of }, () => 0);
  for (const { weight, members } of itemsOf(loads).toSorted((a, b) => b.weight - a.weight)) {
    const least = sums.indexOf(Math.min(...sums));
    sums[least] = (sums[least] ?? 0) + Math.max(1, weight);
    for (const member of members) shares[member] = least;
  }
  return shares;
}
