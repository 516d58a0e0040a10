/** What came of a run of the suite, for code that decides by it. */
import type { CaseFinished, MustCells, RunEvent } from '../report/record/events.ts';
import type { LearnedFact } from '../run/suite/setup/facts.ts';
import type { RunOutcome } from '../run/suite/run.ts';
import type { Totals } from '../report/record/verdict.ts';

/**
 * `conformant`: every selected case had a result, none failed, and something was verified: `verified` of `ofMust` says how
 * much. `broken`: a must is broken. `nothing-verified`: nothing failed, and no must was verified on any endpoint. `incomplete`: a
 * case had no reply to judge, or the run ended early.
 */
export type SuiteVerdict = 'conformant' | 'broken' | 'nothing-verified' | 'incomplete';

export interface SuiteResult {
  readonly verdict: SuiteVerdict;
  readonly totals: Totals;
  /** Every case in the order in which they ended, with findings, exchanges and curl lines where it did not pass. */
  readonly cases: readonly CaseFinished[];
  /** On how much the verdict rests: how many must cells, musts of the document each on one endpoint, were verified ... */
  readonly verified: number;
  /** ... of how many that the selected cases can show. */
  readonly ofMust: number;
  /** The same with those that are broken and not verified. */
  readonly cells: MustCells;
  /** What the first requests showed about the target's world beyond what is declared. */
  readonly learned: readonly LearnedFact[];
  /** Why not every planned case ran; undefined: all ran. */
  readonly partial: string | undefined;
  /** How many requests were sent. */
  readonly requests: number;
  /** Milliseconds. */
  readonly ms: number;
  readonly warnings: readonly string[];
}

function verdictOf({
  totals,
  partial,
  cells,
}: Pick<RunOutcome, 'totals' | 'partial' | 'cells'>): SuiteVerdict {
  const { pass, warn, fail, error } = totals;
  if (fail > 0) return 'broken';
  if (error > 0 || partial !== '') return 'incomplete';
  const isNothing = pass + warn === 0 || (cells.mustCells > 0 && cells.verified === 0);
  return isNothing ? 'nothing-verified' : 'conformant';
}

/** @internal The result of a run from its events and its outcome. */
export function suiteResult(
  events: readonly RunEvent[],
  { totals, partial, cells, learned }: RunOutcome,
  warnings: readonly string[],
): SuiteResult {
  const finished = events.find((event) => event.kind === 'run-finished');
  return {
    verdict: verdictOf({ totals, partial, cells }),
    totals,
    cases: events.filter((event) => event.kind === 'case-finished'),
    verified: cells.verified,
    ofMust: cells.mustCells,
    cells,
    learned,
    partial: partial === '' ? undefined : partial,
    requests: finished?.requests ?? 0,
    ms: finished?.ms ?? 0,
    warnings,
  };
}
