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
