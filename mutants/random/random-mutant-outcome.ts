/** What became of a random mutant, and how many ended how. */
import type { Equivalent } from './equivalent.ts';
import type { RandomMutant } from './random-mutant.ts';

/** What killed a mutant. */
export type Kill =
  /** A case of the suite failed or warned. */
  | { readonly by: 'run'; readonly setting: string; readonly caseId: string; readonly clause: string }
  /** A generated request did. */
  | { readonly by: 'fuzz'; readonly seed: number; readonly property: string; readonly clause: string }
  /** The target stopped answering, so that nothing more could be judged. */
  | { readonly by: 'outage'; readonly during: string }
  /** The simulator can't be started, or takes its process with it. */
  | { readonly by: 'crash'; readonly during: string }
  /** The simulator works on one request without end; it was ended. */
  | { readonly by: 'hang'; readonly during: string };

export interface RandomMutantOutcome {
  readonly mutant: RandomMutant;
  readonly kill: Kill | undefined;
  /** Why it survives where that is not a gap of the suite. */
  readonly equivalent: Equivalent | undefined;
  /** Whether any request reached the mutated place. */
  readonly reached: boolean;
  readonly ms: number;
}

export const RANDOM_ENDINGS = ['run', 'fuzz', 'equivalent', 'missed'] as const;
export type RandomEnding = (typeof RANDOM_ENDINGS)[number];

/** How a mutant ended. What is killed is killed, even if the table of equivalents lists it. */
export function randomEndingOf({ kill, equivalent }: RandomMutantOutcome): RandomEnding {
  if (kill !== undefined)
    return kill.by === 'fuzz' || ('during' in kill && kill.during === 'fuzz') ? 'fuzz' : 'run';
  return equivalent === undefined ? 'missed' : 'equivalent';
}

export interface RandomCounts {
  readonly sampled: number;
  readonly run: number;
  readonly fuzz: number;
  readonly equivalent: number;
  readonly missed: number;
}

export function randomCountsOf(mutantOutcomes: readonly RandomMutantOutcome[]): RandomCounts {
  const endings = mutantOutcomes.map(randomEndingOf);
  const count = (ending: RandomEnding): number => endings.filter((each) => each === ending).length;
  return {
    sampled: mutantOutcomes.length,
    run: count('run'),
    fuzz: count('fuzz'),
    equivalent: count('equivalent'),
    missed: count('missed'),
  };
}

/** `killed 57 of 59 that are not equivalent (96.6 %)`. */
export function killedWords({ run, fuzz, missed }: Omit<RandomCounts, 'sampled' | 'equivalent'>): string {
  const killed = run + fuzz;
  const all = killed + missed;
  const share = all === 0 ? '' : ` (${((100 * killed) / all).toFixed(1)} %)`;
  return `killed ${killed} of ${all} that are not equivalent${share}`;
}
