/** Fuzzing a backend from code. */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { isLoopback } from '../world/target-file/target-url.ts';
import { connect } from './connect/connect.ts';
import { knownFacts, sendingTo } from './connect/known-facts.ts';
import type { Reporting } from '../fuzz/failures/failure-event.ts';
import { fuzzCases, runFinished } from '../fuzz/fuzz-events.ts';
import { PROPERTY_NAMES } from '../fuzz/trials/properties.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { fuzzInputsOf } from '../fuzz/trials/fuzz-inputs.ts';
import { runHead, type CaseFinished } from '../report/record/events.ts';
import type { Totals } from '../report/record/verdict.ts';
import { fixedAtOnce } from '../run/send/pace.ts';
import { check, COUNT, FLAG, MILLISECONDS, type OptionsOf } from './options.ts';
import { type EndedRun, SENDING_OPTIONS } from './run-suite.ts';
import { readTargetInput, TARGET_OPTIONS, type TargetInput, worldFileIn } from './target-input.ts';

const FUZZ_OPTIONS = {
  ...TARGET_OPTIONS,
  ...SENDING_OPTIONS,
  /** The same seed and the same target file give the same requests; left out: a random one, which the result names. */
  seed: z.int().optional(),
  /** The most requests to send, not counting those of the set-up check. */
  runs: COUNT,
  /** Ends after this many milliseconds, not counting the set-up check; 20,000 where no other bound is given. */
  timeMs: MILLISECONDS,
  /** Only these properties; left out: all. */
  properties: z.array(z.enum(PROPERTY_NAMES)).readonly().optional(),
  /** Sends malformed HTTP also to a target that is not on loopback. */
  wire: FLAG,
};
export interface FuzzTargetOptions extends OptionsOf<typeof FUZZ_OPTIONS> {
  readonly target: TargetInput;
}

/**
 * `holds`: properties were tested and no failure was found; `broken`: one was; `incomplete`: requests had no reply to
 * judge, the run ended early, or it was too short to test anything.
 */
export type FuzzVerdict = 'holds' | 'broken' | 'incomplete';

export interface FuzzResult extends EndedRun {
  readonly verdict: FuzzVerdict;
  /** Give it to the next run for the same requests. */
  readonly seed: number;
  /** One for each cause, confirmed by repeats and shrunk, with its finding, requests, replies and curl lines. */
  readonly failures: readonly CaseFinished[];
}

const MAX_SEED = 2 ** 31 - 1;
const DEFAULT_TIME_MS = 20_000;

function verdictOf({ pass, fail, error }: Totals, partial: string): FuzzVerdict {
  if (fail > 0) return 'broken';
  return error > 0 || partial !== '' || pass === 0 ? 'incomplete' : 'holds';
}

/** Sends generated requests to a backend and judges every reply. Rejects as `runSuite` does. A broken backend is a result. */
export async function fuzzTarget(given: FuzzTargetOptions): Promise<FuzzResult> {
  check('fuzzTarget', FUZZ_OPTIONS, given);
  const { concurrency = fixedAtOnce(), timeoutMs, rate, runs } = given;
  const { seed = randomInt(1, MAX_SEED), onEvent = () => {}, properties = PROPERTY_NAMES } = given;
  const { signal = new AbortController().signal, ignoreSetup, waitForStartMs: waitForStart } = given;
  const { timeMs = runs === undefined ? DEFAULT_TIME_MS : undefined } = given;
  const worldFile = worldFileIn(given);
  const target = await connect(readTargetInput(given), { timeoutMs, worldFile });
  const { name, transport, redaction, warnings } = target;
  try {
    const to = sendingTo(target, { rate, concurrency }, signal);
    const facts = await knownFacts(target, { ignoreSetup, waitForStart }, to);
    const inputs = fuzzInputsOf(facts, given.wire === true || isLoopback(target.link.baseUrl));
    const head = runHead(`${name}, fuzzed with seed ${seed}`, warnings);
    onEvent({ kind: 'run-started', ...head, planned: properties.length });
    const sending = { transport, mask: redaction.mask, target: name, concurrency, rate, earlier: to, signal };
    const outcome = await fuzz({ ...sending, seed, properties, inputs, runs, timeMs });
    const reporting: Reporting = { inputs, redaction, seed };
    const cases = fuzzCases(outcome, properties, reporting);
    const finished = runFinished(cases, outcome, reporting);
    for (const event of [...cases, finished]) onEvent(event);
    const { totals } = finished;
    const { partial, requests, ms } = outcome;
    return {
      verdict: verdictOf(totals, partial),
      seed,
      failures: cases.filter(({ verdict }) => verdict === 'fail'),
      cases,
      totals,
      requests,
      ms,
      partial: partial === '' ? undefined : partial,
    };
  } finally {
    await target.close();
  }
}
