/** How often each behaviour was seen and, by Good and Turing, how soon to expect a new one. */
import { factsOf, type Phase } from './phases.ts';

/** Stop counting new behaviours here: a target that answers at random has no end of them. */
export const MAX_BEHAVIOURS = 65_536;

/** What one trial showed. */
export interface TrialObservation {
  readonly phase: Phase;
  /** How many requests it sent. */
  readonly requests: number;
  /** Without repeats. */
  readonly behaviours: readonly string[];
}

/** What is known about the behaviours of a target. */
export interface BehaviourFigures {
  /** How many were seen, at most `MAX_BEHAVIOURS`. */
  readonly count: number;
  readonly isCapped: boolean;
  /** How many requests of trials were counted since the last new one was seen, in the order of the run's blocks. */
  readonly sinceLast: number;
  /** Random requests, and the behaviours that exactly one random trial showed and nothing else. */
  readonly random: number;
  readonly once: number;
}

interface PhaseTally {
  requests: number;
  once: number;
}

export class BehaviourTally {
  /** How often each was seen, and the phase of the first trial that showed it. */
  readonly #seen = new Map<string, { count: number; readonly phase: Phase }>();
  readonly #phases = new Map<Phase, PhaseTally>();
  #isCapped = false;
  #requests = 0;
  #lastNewAt = 0;

  /** Adds what one trial showed. The counts don't depend on the order of the trials; only `sinceLast` does. */
  add({ phase, requests, behaviours }: TrialObservation): void {
    const tally = this.#of(phase);
    tally.requests += requests;
    this.#requests += requests;
    for (const behaviour of behaviours) {
      const sighting = this.#seen.get(behaviour);
      if (sighting === undefined) this.#note(behaviour, phase);
      else {
        if (sighting.count === 1) this.#of(sighting.phase).once -= 1;
        sighting.count += 1;
      }
    }
  }

  /** How many behaviours exactly one trial showed, where that trial was of this phase. */
  onceBy(phase: Phase): number {
    return this.#phases.get(phase)?.once ?? 0;
  }

  requestsOf(phase: Phase): number {
    return this.#phases.get(phase)?.requests ?? 0;
  }

  /** How many trials showed a behaviour. */
  seen(behaviour: string): number {
    return this.#seen.get(behaviour)?.count ?? 0;
  }

  get figures(): BehaviourFigures {
    const random = [...this.#phases].filter(([phase]) => factsOf(phase).random !== undefined);
    const sum = (of: (tally: PhaseTally) => number): number =>
      random.reduce((all, [, tally]) => all + of(tally), 0);
    return {
      count: this.#seen.size,
      isCapped: this.#isCapped,
      sinceLast: this.#requests - this.#lastNewAt,
      random: sum(({ requests }) => requests),
      once: sum(({ once }) => once),
    };
  }

  #note(behaviour: string, phase: Phase): void {
    this.#lastNewAt = this.#requests;
    if (this.#seen.size >= MAX_BEHAVIOURS) {
      this.#isCapped = true;
      return;
    }
    this.#seen.set(behaviour, { count: 1, phase });
    this.#of(phase).once += 1;
  }

  #of(phase: Phase): PhaseTally {
    const known = this.#phases.get(phase) ?? { requests: 0, once: 0 };
    this.#phases.set(phase, known);
    return known;
  }
}

/**
 * Estimates, by Good and Turing, how many random requests a new behaviour takes: the random requests divided by the
 * behaviours seen once. Undefined if none was seen exactly once: then there is no estimate.
 */
export function expectedEvery({
  random,
  once,
}: Pick<BehaviourFigures, 'random' | 'once'>): number | undefined {
  return once === 0 ? undefined : random / once;
}
