/** A small set of combinations in which every pair of values of any two factors occurs: tests a tolerance without trying everything. */
import { numbersFrom } from '../../src/spec/dialect/numbers-from.ts';

/** One thing that can be chosen, and the values that it can take. */
export interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

export type Combination = ReadonlyMap<string, string>;

interface Pairwise {
  readonly combinations: readonly Combination[];
  /** How many pairs of values occur, out of all. */
  readonly pairs: number;
}

interface Choice {
  readonly name: string;
  readonly value: string;
}

const pairKey = (a: Choice, b: Choice): string =>
  a.name < b.name ? `${a.name}=${a.value}&${b.name}=${b.value}` : `${b.name}=${b.value}&${a.name}=${a.value}`;

function allPairs(factors: readonly Factor[]): Map<string, readonly [Choice, Choice]> {
  const pairs = new Map<string, readonly [Choice, Choice]>();
  for (const [index, one] of factors.entries()) {
    for (const other of factors.slice(index + 1)) {
      for (const value of one.values) {
        for (const second of other.values) {
          const pair = [
            { name: one.name, value },
            { name: other.name, value: second },
          ] as const;
          pairs.set(pairKey(...pair), pair);
        }
      }
    }
  }
  return pairs;
}

/** The value that covers most of the pairs that are still missing, with those that are chosen. */
function bestValue(
  { name, values }: Factor,
  chosen: readonly Choice[],
  missing: ReadonlyMap<string, unknown>,
  random: (below: number) => number,
): string {
  const start = random(values.length);
  const turned = [...values.slice(start), ...values.slice(0, start)];
  const gains = turned.map(
    (value) => chosen.filter((other) => missing.has(pairKey({ name, value }, other))).length,
  );
  return turned[gains.indexOf(Math.max(...gains))] ?? '';
}

function shuffled<T>(items: readonly T[], random: (below: number) => number): readonly T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

/** Greedy: each combination begins with a missing pair and takes the values that cover most. Same seed, same combinations. */
export function pairwise(factors: readonly Factor[], seed: number): Pairwise {
  const random = numbersFrom(seed);
  const missing = allPairs(factors);
  const pairs = missing.size;
  const combinations: Combination[] = [];
  for (let next = missing.values().next(); next.done !== true; next = missing.values().next()) {
    const chosen: Choice[] = [...next.value];
    for (const factor of shuffled(factors, random)) {
      if (!chosen.some(({ name }) => name === factor.name))
        chosen.push({ name: factor.name, value: bestValue(factor, chosen, missing, random) });
    }
    for (const [index, one] of chosen.entries())
      for (const other of chosen.slice(index + 1)) missing.delete(pairKey(one, other));
    combinations.push(new Map(chosen.map(({ name, value }) => [name, value])));
  }
  return { combinations, pairs };
}
