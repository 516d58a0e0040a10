/** Hunting one mutant by fuzzing alone: no case is run, only generated requests are sent. */
import type { Mutant } from '../defects/mutant.ts';
import { fuzz, type FuzzOptions } from '../../src/fuzz/fuzz.ts';
import type { TrialFinding } from '../../src/fuzz/trials/judge-trial.ts';
import { fuzzInputsOf } from '../../src/fuzz/trials/fuzz-inputs.ts';
import { factsOf, withMutant, type Bench } from './bench.ts';
import { shows } from './observation.ts';
import { PROPERTY_NAMES } from '../../src/fuzz/trials/properties.ts';

/** How the harness fuzzes: every property, bounded by requests alone. */
export const FUZZ_SETTINGS = {
  mask: (text) => text,
  properties: PROPERTY_NAMES,
  concurrency: 16,
  timeMs: undefined,
  rate: undefined,
} as const satisfies Partial<FuzzOptions>;

/** The first finding that showed a mutant, and the first one of its own clause. */
export interface FuzzMutantOutcome {
  readonly mutant: Mutant;
  readonly noticed: FuzzObservation | undefined;
  readonly own: FuzzObservation | undefined;
}

export interface FuzzObservation {
  readonly found: TrialFinding;
  /** Milliseconds and requests until then. */
  readonly ms: number;
  readonly requests: number;
}

interface FuzzMutantOptions {
  readonly seed: number;
  /** Requests after which the mutant counts as not found: on a slow machine as many as on a fast one. */
  readonly runs: number;
  /** Requests from the first finding on among which one of the mutant's own clause is still looked for. */
  readonly after: number;
  readonly signal: AbortSignal;
}

class Track {
  readonly #mutant: Mutant;
  readonly #runMutant: FuzzMutantOptions;
  noticed: FuzzObservation | undefined;
  own: FuzzObservation | undefined;

  constructor(mutant: Mutant, runMutant: FuzzMutantOptions) {
    this.#mutant = mutant;
    this.#runMutant = runMutant;
  }

  /** False: enough is known. */
  on(last: readonly TrialFinding[], ms: number, requests: number): boolean {
    const [first] = last;
    if (first !== undefined) this.noticed ??= { found: first, ms, requests };
    const own = last.find(({ finding }) => shows(finding.clause, this.#mutant.clause));
    if (own !== undefined) this.own ??= { found: own, ms, requests };
    if (this.own !== undefined) return false;
    return this.noticed === undefined || requests < this.noticed.requests + this.#runMutant.after;
  }
}

/** What fuzzing shows about a mutant with the requests that it has. */
export async function fuzzMutant(
  mutant: Mutant,
  bench: Bench,
  runMutant: FuzzMutantOptions,
): Promise<FuzzMutantOutcome> {
  const track = new Track(mutant, runMutant);
  const inputs = fuzzInputsOf(factsOf(bench.file, bench.dialect), true);
  const ending = new AbortController();
  await withMutant(mutant, bench, ({ transport }) =>
    fuzz({
      ...FUZZ_SETTINGS,
      inputs,
      transport,
      target: mutant.name,
      seed: runMutant.seed,
      runs: runMutant.runs,
      // Failures are not shrunk here: the run is over when the mutant is found.
      signal: AbortSignal.any([runMutant.signal, ending.signal]),
      watch: ({ phase, last, elapsed, requests }) => {
        const goOn = phase !== 'shrinking' && track.on(last, elapsed, requests);
        if (!goOn) ending.abort();
        return goOn;
      },
    }),
  );
  return { mutant, noticed: track.noticed, own: track.own };
}
