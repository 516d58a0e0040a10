/** Running the conformance suite from code. */
import { connect, runAgainst } from './connect/connect.ts';
import type { RunEvent } from '../report/record/events.ts';
import { run } from '../run/suite/run.ts';
import type { Instance } from '../cases/format/instance.ts';
import { checkOptions, COUNT, FLAG, FUNCTION, type Kind, MILLISECONDS, RATE, SIGNAL } from './options.ts';
import { CHOICE_KINDS, instancesOf, isWhole, type SuiteChoice } from './suite-instances.ts';
import { suiteResult, type SuiteResult } from './suite-result.ts';
import { readTargetInput, TARGET_KINDS, worldFileIn, type TargetOptions } from './target-input.ts';

/** How requests are sent; all times are in milliseconds. */
export interface SendingOptions {
  /** Requests under way at once; where it is left out 16, and in a run up to 64 as long as the target answers as fast. */
  readonly concurrency?: number | undefined;
  /** How long one request may take; 5,000 where it is left out. */
  readonly timeoutMs?: number | undefined;
  /** The most requests per second; left out: no limit. */
  readonly rate?: number | undefined;
  /** How long to wait at most until the target answers at all; left out: not at all. */
  readonly waitForStartMs?: number | undefined;
  /** Goes on where the target file does not fit the target. */
  readonly ignoreSetup?: boolean | undefined;
  /** Ends the run when it is aborted; the result is partial then. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event as it happens; every report is a fold over them. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

export interface SuiteOptions extends TargetOptions, SuiteChoice, SendingOptions {
  /** Begins no case after this many milliseconds; the result is partial then. */
  readonly maxTimeMs?: number | undefined;
  /** Ends the run at the first case that fails; the result is partial then. */
  readonly failFast?: boolean | undefined;
}

export const SENDING_KINDS = {
  concurrency: COUNT,
  timeoutMs: MILLISECONDS,
  rate: RATE,
  waitForStartMs: MILLISECONDS,
  ignoreSetup: FLAG,
  signal: SIGNAL,
  onEvent: FUNCTION,
} as const satisfies Record<keyof SendingOptions, Kind>;

/** What each option of `runSuite` may be. */
export const SUITE_KINDS = {
  ...TARGET_KINDS,
  ...CHOICE_KINDS,
  ...SENDING_KINDS,
  maxTimeMs: MILLISECONDS,
  failFast: FLAG,
} as const satisfies Record<keyof SuiteOptions, Kind>;

export const DEFAULT_TIMEOUT_MS = 5000;
const NEVER = new AbortController().signal;

/** @internal Runs these cases of the suite: for callers that have read it already. */
export async function runInstances(
  instances: readonly Instance[],
  options: SuiteOptions,
): Promise<SuiteResult> {
  const { concurrency, timeoutMs = DEFAULT_TIMEOUT_MS, onEvent } = options;
  const worldFile = worldFileIn(options);
  const target = await connect(readTargetInput(options), { timeoutMs, concurrency, worldFile });
  const events: RunEvent[] = [];
  try {
    const { head, ...about } = runAgainst(target, {
      ...options,
      concurrency,
      waitForStart: options.waitForStartMs,
      maxTime: options.maxTimeMs,
    });
    const outcome = await run({
      ...about,
      head: { ...head, ...(worldFile !== undefined && { worldFile }) },
      instances,
      whole: isWhole(options),
      confirm: true,
      signal: options.signal ?? NEVER,
      emit: (event) => {
        events.push(event);
        onEvent?.(event);
      },
    });
    return suiteResult(events, outcome, target.warnings);
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
  checkOptions('runSuite', options, SUITE_KINDS);
  return runInstances(instancesOf(options), options);
}
