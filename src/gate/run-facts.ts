/** What a run comes to, as the gates see it: read from its events, so that a saved record is held to the same gates. */
import { isBesideSuite, type CaseFinished, type MustCells, type RunFinished } from '../engine/events.ts';

export interface RunFacts {
  /** Every case that was reported, including those outside the suite. */
  readonly cases: readonly CaseFinished[];
  /** How many cases of the suite were to come. */
  readonly planned: number;
  /** Why the run is incomplete; empty: every planned case ran. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  readonly cells: MustCells;
}

const NO_CELLS: MustCells = { whole: false, mustCells: 0, verified: 0, failed: 0, notVerified: 0 };

/** The facts of a record. */
export function factsOf(record: {
  readonly cases: readonly CaseFinished[];
  readonly started: { readonly planned: number };
  readonly finished: Pick<RunFinished, 'partial' | 'stoppedAnswering' | 'cells'>;
}): RunFacts {
  const { cases, started, finished } = record;
  const { partial, stoppedAnswering = false, cells = NO_CELLS } = finished;
  return { cases, planned: started.planned, partial, stoppedAnswering, cells };
}

/** The cases of the suite, without those that were not planned. */
export function suiteCases({ cases }: Pick<RunFacts, 'cases'>): readonly CaseFinished[] {
  return cases.filter((event) => !isBesideSuite(event));
}
