/** Interleaved rounds: every contender once a round, each round beginning with another one. */

export interface Measured<T> {
  readonly samples: readonly T[];
  /** Why a contender was taken out: it failed in one round. */
  readonly failed?: string;
}

export async function interleaved<C extends { readonly name: string }, T>(
  contenders: readonly C[],
  rounds: number,
  measure: (contender: C) => Promise<T>,
): Promise<ReadonlyMap<string, Measured<T>>> {
  const measured = new Map<string, Measured<T>>(contenders.map(({ name }) => [name, { samples: [] }]));
  for (let round = 0; round < rounds; round += 1)
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(turn + round) % contenders.length] as C;
      const { samples, failed } = measured.get(contender.name) as Measured<T>;
      if (failed !== undefined) continue;
      try {
        measured.set(contender.name, { samples: [...samples, await measure(contender)] });
      } catch (error) {
        measured.set(contender.name, { samples, failed: (error as Error).message });
      }
    }
  return measured;
}

/** Every contender's samples, where none may be missing. */
export async function allInterleaved<C extends { readonly name: string }, T>(
  contenders: readonly C[],
  rounds: number,
  measure: (contender: C) => Promise<T>,
): Promise<(name: string) => readonly T[]> {
  const measured = await interleaved(contenders, rounds, measure);
  for (const [name, { failed }] of measured) if (failed !== undefined) throw new Error(`${name}: ${failed}`);
  return (name) => measured.get(name)?.samples ?? [];
}

/** The middle value; the mean of the two middle ones of an even number; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (Number.isInteger(middle))
    return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
  return sorted[Math.floor(middle)] ?? Number.NaN;
}

/** The ratio within each round: what slows a whole round slows both sides of it. */
export const ratios = (numbers: readonly number[], base: readonly number[]): readonly number[] =>
  numbers.flatMap((value, round) => (base[round] === undefined ? [] : [value / base[round]]));

export const medianRatio = (numbers: readonly number[], base: readonly number[]): number =>
  median(ratios(numbers, base));
