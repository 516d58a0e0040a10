/** An experiment: a question, and how it is measured. */
import type { Outcome } from '../report/outcome.ts';

export interface Context {
  readonly rounds: number;
  /** Shorter and smaller: to try the bench out, not to quote. */
  readonly quick: boolean;
  /** A folder for files that are needed while it runs. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface Experiment {
  /** The word for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly run: (context: Context) => Promise<Outcome>;
}
