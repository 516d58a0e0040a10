/** Numbers on the command line, refused with what they may be. */
import { InvalidArgumentError } from 'commander';

function numberFrom(text: string): number {
  return /^[0-9]+(\.[0-9]+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = numberFrom(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`);
  };
}

/** A rate in requests per second. */
export function rate(text: string): number {
  const value = numberFrom(text);
  if (value > 0 && value <= 1_000_000) return value;
  throw new InvalidArgumentError('It is a number of requests per second, above 0.');
}

const ONE_IN = /^1:([1-9]\d{0,8})$/;

/** One in a number of requests, written as `1:10000`. */
export function oneIn(text: string): number {
  const [, count] = ONE_IN.exec(text.trim()) ?? [];
  if (count !== undefined) return Number(count);
  throw new InvalidArgumentError('It is one in a whole number from 1 to 999999999, for instance 1:10000.');
}

/** Repeatable options gather their values. */
export function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The greatest number that seeds a run. */
export const MOST_SEED = 2 ** 31 - 1;
