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
