/** Hunting one mutant: cases of its clause first, until a finding of the right clause kills it. */
import type { Mutant } from '../defects/mutant.ts';
import type { CaseFinished } from '../../src/report/record/events.ts';
import type { Instance } from '../../src/cases/format/instance.ts';
import { runAgainst, withMutant, type Bench } from './bench.ts';
import { isKill, type CaseObservation, observationsIn, shows } from './observation.ts';

/** What became of a mutant. */
export interface MutantOutcome {
  readonly mutant: Mutant;
  /** What killed it; undefined: it survived. */
  readonly kill: CaseObservation | undefined;
  /** The first finding at all: where it is of another clause, it is not a kill, but a hint. */
  readonly noticed: CaseObservation | undefined;
}

function isNear({ from: { written } }: Instance, { clause }: Mutant): boolean {
  return written.clauses.some((each) => shows(each, clause));
}

/**
 * The cases in the order in which they are tried: the one that killed it before, those of the clause, then all as a run has
 * them. What is left to the fuzzer is only tried by those of the clause, which show whether the mark is still right.
 */
function wavesFor(mutant: Mutant, { instances, killers }: Bench): readonly (readonly Instance[])[] {
  const killer = instances.filter(({ id }) => id === killers?.get(mutant.name));
  const near = instances.filter((instance) => isNear(instance, mutant));
  const waves = mutant.fuzz === true ? [near] : [killer, near, instances];
  return waves.filter((wave) => wave.length > 0);
}

/** Follows the events of a hunt, and ends it with the kill. */
class Track {
  readonly #mutant: Mutant;
  readonly #over = new AbortController();
  kill: CaseObservation | undefined;
  noticed: CaseObservation | undefined;

  constructor(mutant: Mutant) {
    this.#mutant = mutant;
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  on(event: CaseFinished): void {
    if (this.signal.aborted) return;
    const seen = observationsIn(event);
    this.noticed ??= seen[0];
    this.kill = seen.find((observation) => isKill(observation, this.#mutant));
    if (this.kill !== undefined) this.#over.abort();
  }
}

/** The outcome of a mutant. The user's signal ends the run early; its outcome is open then. */
export async function runMutant(
  mutant: Mutant,
  bench: Bench,
  interrupt: AbortSignal,
): Promise<MutantOutcome> {
  const track = new Track(mutant);
  const signal = AbortSignal.any([interrupt, track.signal]);
  await withMutant(mutant, bench, async (target) => {
    for (const [index, wave] of wavesFor(mutant, bench).entries()) {
      if (signal.aborted) break;
      await runAgainst(target, bench, wave, {
        fresh: index === 0,
        signal,
        emit: (event) => track.on(event),
      });
    }
  });
  return { mutant, kill: track.kill, noticed: track.noticed };
}
