/** What an experiment is and finds, and how its figures are written. */
import type { Machine } from '../measure/machine.ts';

export interface Context {
  readonly rounds: number;
  /** Shorter and smaller: to try the bench out, not to quote. */
  readonly quick: boolean;
  /** A folder for files that are needed while it runs. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** A question, and how it is measured. */
export interface Experiment {
  /** The word for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly run: (context: Context) => Promise<Outcome>;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be known to read it. */
  readonly note?: string;
}

export interface Outcome {
  /** Medians and ratios by a permanent name: `suite.wall`. */
  readonly values: Readonly<Record<string, number>>;
  readonly tables: readonly Table[];
  /** What was left out and why. */
  readonly notes?: readonly string[];
}

/** The results of one command, as they are kept in JSON. */
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

/** As many digits as a measurement on a shared machine justifies, three at most: 0.123, 1.23, 12.3, 1,230. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1000) return Number(value.toPrecision(3)).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 || size === 0 ? value.toFixed(2) : value.toPrecision(2);
}

export const seconds = (value: number): string => `${figure(value)} s`;
export const mebibytes = (value: number): string => `${figure(value)} MiB`;
export const times = (value: number): string => `${figure(value)} x`;
