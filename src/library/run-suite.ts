/** Running the conformance suite from code. */
import { z } from 'zod';
import { DEFAULT_SUITE } from '../base/package-paths.ts';
import { expand, type Instance } from '../cases/format/instance.ts';
import { loadSuite } from '../cases/format/load-suite.ts';
import { select } from '../cases/format/select.ts';
import { recordOf } from '../report/record/reporter.ts';
import type { CaseFinished, RunEvent } from '../report/record/events.ts';
import { summaryOf } from '../report/facts/summary.ts';
import { lastScreen } from '../report/lines/last-screen.ts';
import type { Totals } from '../report/record/verdict.ts';
import { withDeadline } from '../run/send/deadline.ts';
import { run, type RunOutcome } from '../run/suite/run.ts';
import type { LearnedFact } from '../run/suite/setup/facts.ts';
import { connect, runAgainst } from './connect/connect.ts';
import { check, COUNT, FLAG, functionOf, MILLISECONDS, type OptionsOf, TEXTS } from './options.ts';
import { readTargetInput, TARGET_OPTIONS, type TargetInput, worldFileIn } from './target-input.ts';

/** How requests are sent; all times are in milliseconds. */
export const SENDING_OPTIONS = {
  /** Requests under way at once; where it is left out 16, and in a run up to 64 as long as the target answers as fast. */
  concurrency: COUNT,
  /** How long one request may take; 5,000 where it is left out. */
  timeoutMs: MILLISECONDS,
  /** The most requests per second; left out: no limit. */
  rate: z.number().positive().optional(),
  /** How long to wait at most until the target answers at all; left out: not at all. */
  waitForStartMs: MILLISECONDS,
  /** Goes on where the target file does not fit the target. */
  ignoreSetup: FLAG,
  /** Ends the run when it is aborted; the result is partial then. */
  signal: z.instanceof(AbortSignal).optional(),
  /** Called with each event as it happens; every report is a fold over them. */
  onEvent: functionOf<(event: RunEvent) => void>(),
};

export const SUITE_OPTIONS = {
  ...TARGET_OPTIONS,
  ...SENDING_OPTIONS,
  /** Paths of suite files or folders of them, instead of the suite that comes with tagproof. */
  suite: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
  /** Globs over case ids, clauses and endpoints: only these; `['id/*', '*@group.admin']`. */
  only: TEXTS,
  /** Globs: all but these. */
  skip: TEXTS,
  /** Begins no case after this many milliseconds; the result is partial then. */
  maxTimeMs: MILLISECONDS,
  /** Ends the run at the first case that fails; the result is partial then. */
  failFast: FLAG,
};
export interface SuiteOptions extends OptionsOf<typeof SUITE_OPTIONS> {
  readonly target: TargetInput;
}

/**
 * `conformant`: every selected case had a result, none failed, and something was verified: `verified` of `ofMust` says how
 * much. `broken`: a must is broken. `nothing-verified`: nothing failed, and no must was verified on any endpoint. `incomplete`: a
 * case had no reply to judge, or the run ended early.
 */
export type SuiteVerdict = 'conformant' | 'broken' | 'nothing-verified' | 'incomplete';

/** What a run of the suite or of the fuzzer comes to. */
export interface EndedRun {
  readonly totals: Totals;
  /** Every case or property in the order of the files, with findings, exchanges and curl lines where it did not pass. */
  readonly cases: readonly CaseFinished[];
  /** Why the run ended early; undefined: it did not. */
  readonly partial: string | undefined;
  /** How many requests were sent. */
  readonly requests: number;
  /** Milliseconds. */
  readonly ms: number;
}

export interface SuiteResult extends EndedRun {
  readonly verdict: SuiteVerdict;
  /** What the console says in the end: verdict, causes, what was verified and what to declare. */
  readonly summary: string;
  /** On how much the verdict rests: how many must cells, musts of the document each on one endpoint, were verified ... */
  readonly verified: number;
  /** ... of how many that the selected cases can show. */
  readonly ofMust: number;
  /** What the first requests showed about the target's world beyond what is declared. */
  readonly learned: readonly LearnedFact[];
  readonly warnings: readonly string[];
}

function verdictOf({ totals: { pass, warn, fail, error }, partial, cells }: RunOutcome): SuiteVerdict {
  if (fail > 0) return 'broken';
  if (error > 0 || partial !== '') return 'incomplete';
  const isNothing = pass + warn === 0 || (cells.mustCells > 0 && cells.verified === 0);
  return isNothing ? 'nothing-verified' : 'conformant';
}

/** @internal The chosen cases in file order. Throws TagproofError('file') or ('nothing-selected'). */
export const instancesOf = ({
  suite = DEFAULT_SUITE,
  only,
  skip,
}: Pick<SuiteOptions, 'suite' | 'only' | 'skip'>): readonly Instance[] =>
  select(expand(loadSuite([suite].flat())), { only, skip });

/** @internal Runs these cases of the suite: for callers that have read it already. */
export async function runInstances(
  instances: readonly Instance[],
  options: SuiteOptions,
): Promise<SuiteResult> {
  const { timeoutMs, onEvent, suite, only = [], skip = [] } = options;
  const worldFile = worldFileIn(options);
  const target = await connect(readTargetInput(options), { timeoutMs, worldFile });
  const events: RunEvent[] = [];
  try {
    const about = runAgainst(target, { ...options, waitForStart: options.waitForStartMs });
    const outcome = await run({
      ...about,
      instances,
      whole: suite === undefined && only.length === 0 && skip.length === 0,
      confirm: true,
      signal: withDeadline(options.signal ?? new AbortController().signal, options.maxTimeMs),
      emit: (event) => {
        events.push(event);
        onEvent?.(event);
      },
    });
    const record = recordOf(events);
    const { totals, partial, cells, learned } = outcome;
    return {
      verdict: verdictOf(outcome),
      summary: lastScreen(summaryOf(record), { colour: false }).join('\n'),
      totals,
      cases: record.cases,
      verified: cells.verified,
      ofMust: cells.mustCells,
      learned,
      partial: partial === '' ? undefined : partial,
      requests: record.finished.requests,
      ms: record.finished.ms,
      warnings: target.warnings,
    };
  } finally {
    await target.close();
  }
}

/**
 * Runs the conformance suite against a backend, or the chosen cases of it. Rejects with TagproofError: `usage` and `file`
 * for faulty options and files, `nothing-selected`, `setup` where the target file does not fit the target, `unreachable`. A broken
 * backend is a result.
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  check('runSuite', SUITE_OPTIONS, options);
  return runInstances(instancesOf(options), options);
}
