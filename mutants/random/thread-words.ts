/** The messages between the command and its threads. */
import type { Kill } from './random-mutant-outcome.ts';
import type { Bundles } from './instrument.ts';
import type { Baseline } from './run-random.ts';

export interface ThreadData {
  readonly bundles: Bundles;
  readonly world: string;
  readonly suite: readonly string[];
}

/** Tasks name settings by their place in `settingsFor`. */
export type Task =
  | { readonly kind: 'baseline'; readonly setting: number }
  | { readonly kind: 'reach'; readonly setting: number; readonly seed: number; readonly runs: number }
  | {
      readonly kind: 'run';
      readonly setting: number;
      readonly mutant: string;
      readonly known: readonly string[];
      /** The cases that reach the mutant; undefined: all of them are run. */
      readonly cases: readonly string[] | undefined;
    }
  | {
      readonly kind: 'fuzz';
      readonly setting: number;
      readonly mutant: string;
      readonly seed: number;
      readonly runs: number;
    };

/** A task about one mutant. */
export type MutantTask = Extract<Task, { readonly mutant: string }>;

export type WorkerMessage =
  | { readonly kind: 'alive' }
  | { readonly kind: 'doing'; readonly what: string }
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'hunted'; readonly kill: Kill | undefined };
