/** Draws mutants: the same seed, the same sample of the same sources. */
import { numbersFrom } from '../../src/dialect/pairwise.ts';
import type { RandomMutant } from './random-mutant.ts';

function shuffled<T>(items: readonly T[], below: (bound: number) => number): readonly T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

const byKind = (a: RandomMutant, b: RandomMutant): number =>
  a.operator.localeCompare(b.operator) || a.file.localeCompare(b.file);

/**
 * Draws `count` mutants at equal distances from all of them, sorted by operator and file and in a random order
 * within: each mutant has the same chance, and operators and files occur as often as their share.
 */
export function sampleOf(
  mutants: readonly RandomMutant[],
  count: number,
  seed: number,
): readonly RandomMutant[] {
  if (count >= mutants.length) return mutants;
  const below = numbersFrom(seed);
  const sorted = [...shuffled(mutants, below)].sort(byKind);
  const FINE = 1_000_000;
  const start = below(FINE) / FINE;
  return Array.from(
    { length: count },
    (_, index) => sorted[Math.floor(((index + start) * sorted.length) / count)] as RandomMutant,
  );
}
