/** The results of one command, as they are kept in JSON. */
import type { Machine } from '../measure/machine.ts';
import type { Outcome } from './outcome.ts';

export interface Results {
  readonly command: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly quick: boolean;
  /** Seconds that the whole took. */
  readonly tookS: number;
  readonly experiments: readonly (Outcome & { readonly name: string; readonly title: string })[];
}

/** All values of several results by their names. */
export const valuesOf = (results: readonly Results[]): Readonly<Record<string, number>> =>
  Object.assign(
    {},
    ...results.flatMap(({ experiments }) => experiments.map(({ values }) => values)),
  ) as Record<string, number>;
