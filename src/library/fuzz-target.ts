/** Fuzzing a backend from code. */
import { randomInt } from 'node:crypto';
import { isLoopback } from '../world/target-file/target-url.ts';
import { connect } from './connect/connect.ts';
import { knownFacts, sendingTo } from './connect/known-facts.ts';
import type { Reporting } from '../fuzz/failures/failure-event.ts';
import { fuzzCases, runFinished } from '../fuzz/fuzz-events.ts';
import { PROPERTY_NAMES, type Property } from '../fuzz/trials/properties.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { fuzzInputsOf } from '../fuzz/trials/fuzz-inputs.ts';
import { runHead, type CaseFinished } from '../report/record/events.ts';
import type { Totals } from '../report/record/verdict.ts';
import { fixedAtOnce } from '../run/send/concurrency.ts';
import { ANY_NUMBER, checkOptions, COUNT, FLAG, type Kind, MILLISECONDS, wordsOf } from './options.ts';
import { DEFAULT_TIMEOUT_MS, SENDING_KINDS, type SendingOptions } from './run-suite.ts';
import { readTargetInput, TARGET_KINDS, worldFileIn, type TargetOptions } from './target-input.ts';

export interface FuzzTargetOptions extends TargetOptions, SendingOptions {
  /** The same seed and the same target file give the same requests; left out: a random one, which the result names. */
  readonly seed?: number | undefined;
  /** The most requests to send, not counting those of the set-up check. */
  readonly runs?: number | undefined;
  /** Ends after this many milliseconds, not counting the set-up check; 20,000 where no other bound is given. */
  readonly timeMs?: number | undefined;
  /** Only these properties; left out: all. */
  readonly properties?: readonly Property[] | undefined;
  /** Sends malformed HTTP also to a target that is not on loopback. */
  readonly wire?: boolean | undefined;
}

/**
 * `holds`: properties were tested and no failure was found; `broken`: one was; `incomplete`: requests had no reply to
 * judge, the run ended early, or it was too short to test anything.
 */
export type FuzzVerdict = 'holds' | 'broken' | 'incomplete';

export interface FuzzResult {
  readonly verdict: FuzzVerdict;
  /** Give it to the next run for the same requests. */
  readonly seed: number;
  /** One for each cause, confirmed by repeats and shrunk, with its finding, requests, replies and curl lines. */
  readonly failures: readonly CaseFinished[];
  /** Every property and failure of the run. */
  readonly cases: readonly CaseFinished[];
  readonly totals: Totals;
  /** How many requests were sent. */
  readonly requests: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Why the run ended early; undefined: it did not. */
  readonly partial: string | undefined;
}

const MAX_SEED = 2 ** 31 - 1;
const DEFAULT_TIME_MS = 20_000;

const FUZZ_KINDS = {
  ...TARGET_KINDS,
  ...SENDING_KINDS,
  seed: ANY_NUMBER,
  runs: COUNT,
  timeMs: MILLISECONDS,
  properties: wordsOf(PROPERTY_NAMES),
  wire: FLAG,
} as const satisfies Record<keyof FuzzTargetOptions, Kind>;

function verdictOf({ pass, fail, error }: Totals, partial: string): FuzzVerdict {
  if (fail > 0) return 'broken';
  return error > 0 || partial !== '' || pass === 0 ? 'incomplete' : 'holds';
}

/** Sends generated requests to a backend and judges every reply. Rejects as `runSuite` does. A broken backend is a result. */
export async function fuzzTarget(options: FuzzTargetOptions): Promise<FuzzResult> {
  checkOptions('fuzzTarget', options, FUZZ_KINDS);
  const { concurrency = fixedAtOnce(), timeoutMs = DEFAULT_TIMEOUT_MS, rate, runs } = options;
  const { seed = randomInt(1, MAX_SEED), onEvent = () => {}, waitForStartMs, ignoreSetup } = options;
  const { signal = new AbortController().signal } = options;
  const { properties = PROPERTY_NAMES } = options;
  const worldFile = worldFileIn(options);
  const target = await connect(readTargetInput(options), { timeoutMs, concurrency, worldFile });
  const { name, transport, redaction, warnings } = target;
  try {
    const to = sendingTo(target, { rate, concurrency }, signal);
    const words = { ignoreSetup, waitForStart: waitForStartMs };
    const facts = await knownFacts(target, words, to);
    const inputs = fuzzInputsOf(facts, options.wire === true || isLoopback(target.link.baseUrl));
    onEvent({
      kind: 'run-started',
      ...runHead(`${name}, fuzzed with seed ${seed}`, warnings),
      planned: properties.length,
    });
    const outcome = await fuzz({
      seed,
      properties,
      inputs,
      transport,
      mask: redaction.mask,
      target: name,
      concurrency,
      runs,
      timeMs: options.timeMs ?? (runs === undefined ? DEFAULT_TIME_MS : undefined),
      rate,
      earlier: to,
      signal,
    });
    const reporting: Reporting = { inputs, redaction, seed };
    const cases = fuzzCases(outcome, properties, reporting);
    const finished = runFinished(cases, outcome, reporting);
    for (const event of [...cases, finished]) onEvent(event);
    return {
      verdict: verdictOf(finished.totals, outcome.partial),
      seed,
      failures: cases.filter(({ verdict }) => verdict === 'fail'),
      cases,
      totals: finished.totals,
      requests: outcome.requests,
      ms: outcome.ms,
      partial: outcome.partial === '' ? undefined : outcome.partial,
    };
  } finally {
    await target.close();
  }
}
