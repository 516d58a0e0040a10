/** Interleaved rounds: every contender once a round, each round beginning with another one. */

/** What one contender needed in each round; a contender that fails in one round is taken out, with the reason. */
export interface Measured<T> {
  readonly samples: readonly T[];
  readonly failed?: string;
}

export async function interleaved<C extends { readonly name: string }, T>(
  contenders: readonly C[],
  rounds: number,
  measure: (contender: C, round: number) => Promise<T>,
): Promise<ReadonlyMap<string, Measured<T>>> {
  const samples = new Map<string, T[]>(contenders.map(({ name }) => [name, []]));
  const failed = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1)
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(turn + round) % contenders.length];
      if (contender === undefined || failed.has(contender.name)) continue;
      try {
        samples.get(contender.name)?.push(await measure(contender, round));
      } catch (error) {
        failed.set(contender.name, (error as Error).message);
      }
    }
  return new Map(
    [...samples].map(([name, each]) => {
      const reason = failed.get(name);
      return [name, { samples: each, ...(reason !== undefined && { failed: reason }) }];
    }),
  );
}

/** Medians and ratios of rounds on a noisy machine. */

/** The middle value; the mean of the two middle ones of an even number; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (Number.isInteger(middle))
    return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
  return sorted[Math.floor(middle)] ?? Number.NaN;
}

/** The median of the ratios within each round: what slows a whole round slows both sides of its ratio. */
export const medianRatio = (numbers: readonly number[], base: readonly number[]): number =>
  median(numbers.flatMap((value, round) => (base[round] === undefined ? [] : [value / base[round]])));
