/** What a fuzz run is given, and what comes of it. */
import type { Transport } from '../http/exchange.ts';
import type { EndpointId } from '../spec/endpoints.ts';
import type { LearnedPace } from '../report/record/events.ts';
import type { Mask } from '../http/secrets/secrets.ts';
import type { Target } from '../run/send/target.ts';
import type { Tally } from '../run/send/tally.ts';
import type { Phase } from './campaign/schedule.ts';
import type { Failure } from './failures/failure-buckets.ts';
import type { FuzzInputs } from './trials/fuzz-inputs.ts';
import type { TrialFinding } from './trials/judge-trial.ts';
import type { Property } from './trials/properties.ts';
import type { Trial } from './trials/relations.ts';
import type { TrialRequest } from './trials/step-request.ts';

export interface FuzzOptions {
  readonly inputs: FuzzInputs;
  readonly transport: Transport;
  readonly mask: Mask;
  /** The target's name in reports. */
  readonly target: string;
  readonly seed: number;
  readonly properties: readonly Property[];
  readonly concurrency: number;
  /** The most requests to send, preflight not counted; undefined: no limit. */
  readonly runs: number | undefined;
  /** Milliseconds after the preflight when the run ends, requests under way included; undefined: no limit. */
  readonly timeMs: number | undefined;
  /** Requests per second; undefined: no limit. */
  readonly rate: number | undefined;
  /** What is known by requests that were sent before; left out: there were none. */
  readonly earlier?: Pick<Target, 'pace' | 'tally'> | undefined;
  /** Ends the run when it is aborted; findings are reported, but not shrunk. */
  readonly signal: AbortSignal;
  /** Called after every trial. False ends the run. */
  readonly watch?: (progress: Progress) => boolean;
}

export interface Progress {
  readonly phase: Phase | 'shrinking';
  readonly requests: number;
  readonly buckets: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  readonly last: readonly TrialFinding[];
}

/** A trial that was under way when the target stopped answering. */
export interface Suspect {
  readonly number: number;
  readonly trial: Trial;
  readonly requests: readonly TrialRequest[];
}

/** Trials that the end of the time cut short after a long wait: a shorter one means nothing, as some request is always under way. */
export interface CutShort {
  readonly trials: number;
  /** How long the longest had waited, in milliseconds. */
  readonly longestMs: number;
  /** Whether no request at all was answered meanwhile. */
  readonly nothingAnswered: boolean;
}

export interface FuzzOutcome {
  readonly failures: readonly Failure[];
  /** Endpoints on which some request succeeded. */
  readonly succeeded: ReadonlySet<EndpointId>;
  readonly requests: number;
  /** What was learned about the target's limits; undefined: it set none. */
  readonly pace?: LearnedPace | undefined;
  /** Which requests were answered. */
  readonly tally: Tally;
  readonly ms: number;
  /** Why there was nothing to judge, and how often. */
  readonly notJudged: ReadonlyMap<string, number>;
  /** Why trials were left out, and how many. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** The properties that some trial could show broken. */
  readonly tested: ReadonlySet<Property>;
  /** Why the run ended before its budget was spent; empty: it did not. */
  readonly partial: string;
  readonly stoppedAnswering: boolean;
  readonly suspects: readonly Suspect[];
  readonly cutShort: CutShort;
}
