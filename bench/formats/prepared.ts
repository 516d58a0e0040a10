/** Work in a tool's own format: files, and the command that runs them. */
import type { BenchRequest } from '../work/requests.ts';

export interface Work {
  /** A folder of its own, which is there and empty. */
  readonly folder: string;
  readonly url: string;
  readonly requests: readonly BenchRequest[];
}

export interface Prepared {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Writes the table of requests in a tool's own format, and says how to run it. */
export type Prepare = (work: Work) => Prepared;
