/** The options of a run, and its outcome. */
import type { AtOnce } from '../send/pace.ts';
import type { Transport } from '../../http/exchange.ts';
import type { Instance } from '../../cases/format/instance.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import type { CaseFinished, MustCells, RunEvent, RunHead } from '../../report/record/events.ts';
import type { LearnedFact, KnownFacts } from './setup/facts.ts';
import type { PlaceOf, SetupPolicy } from './setup/setup-check.ts';
import type { Redaction } from '../../report/record/redact.ts';
import type { Totals } from '../../report/record/verdict.ts';

export interface RunOptions {
  readonly instances: readonly Instance[];
  readonly head: RunHead;
  /** The instances are the whole suite, so every must of the document counts, not only the musts of the cases. */
  readonly whole?: boolean;
  readonly facts: TargetFacts;
  readonly transport: Transport;
  readonly redaction: Redaction;
  /** The target has just been started for this run, and its keys are unused. */
  readonly fresh: boolean;
  /** How many requests at once; left out: as many as the target bears. */
  readonly concurrency?: AtOnce | undefined;
  /** Requests per second; undefined: no limit. */
  readonly rate: number | undefined;
  /** How many milliseconds to wait at most until the target answers at all; left out: none. */
  readonly waitForStartMs?: number | undefined;
  readonly failFast: boolean;
  /** Sends each failing case again, alone, and says whether it fails again. */
  readonly confirm?: boolean;
  /** How many times each case runs; a mix of verdicts is flaky. Left out: once. */
  readonly repeat?: number;
  /** Ends the run when it is aborted, whatever it is at (`withDeadline`). */
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  /** Called with each case as soon as it was sent: before its turn in the plan comes, and before a failure is confirmed. */
  readonly done?: (event: CaseFinished) => void;
  /** The run keeps here what it is at. */
  readonly activity?: Activity;
  /** What an earlier run against the same target learned: then it is not asked again. */
  readonly known?: KnownFacts | undefined;
  /** What to do about a world that does not fit the target; `check` where it is left out. */
  readonly setup?: SetupPolicy;
  /** Where the file declares what a fault of the set-up is about: `file:line:column`. */
  readonly placeOf?: PlaceOf;
}

/** What a command is at just now, for a user who waits. */
export interface Activity {
  describe: () => string;
}

export interface RunOutcome {
  readonly totals: Totals;
  /** Empty: every planned case ran. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  readonly cells: MustCells;
  /** What the first requests showed about the world beyond what its file declares. */
  readonly learned: readonly LearnedFact[];
  /** All that was known by then, for a run that follows. */
  readonly known: KnownFacts;
}
