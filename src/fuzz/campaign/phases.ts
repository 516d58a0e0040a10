/** The phases of a run and the trials of each block: three that end by themselves, four that go on for ever. */
import type { Arbitrary } from 'fast-check';
import { concurrentTrial, randomTrial, sequenceTrial, wireTrial } from '../trials/random-trials.ts';
import { exhaustiveTrials, smokeTrials } from '../trials/fixed-trials.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { Trial } from '../trials/relations.ts';

interface PhaseFacts {
  readonly description: string;
  /** How many trials a block has. */
  readonly size: number;
  /** All trials of a phase that ends; undefined: it goes on for ever. */
  readonly fixed?: (inputs: FuzzInputs, corpus: readonly Trial[]) => readonly Trial[];
  readonly random?: (inputs: FuzzInputs) => Arbitrary<Trial>;
  /** It runs only where malformed HTTP is allowed. */
  readonly onWire?: true;
  /** Whether other threads may send its trials: those that send one request at a time. */
  readonly inThread?: true;
}

export const PHASES = {
  smoke: { description: 'a success on every endpoint that the world allows', size: 64, fixed: smokeTrials },
  corpus: {
    description: 'what earlier runs kept with --corpus, each pair of alterations first',
    size: 24,
    fixed: (_, corpus) => corpus,
    inThread: true,
  },
  exhaustive: {
    description: 'every member, header, body, path and way on the wire in every altered form, one at a time',
    size: 24,
    fixed: exhaustiveTrials,
    inThread: true,
  },
  random: {
    description: 'random requests, mostly with one alteration',
    size: 24,
    random: randomTrial,
    inThread: true,
  },
  sequences: {
    description: 'random requests over one connection',
    size: 3,
    random: sequenceTrial,
    inThread: true,
  },
  wire: {
    description: 'random requests in every way on the wire, each over a connection of its own',
    size: 4,
    random: wireTrial,
    onWire: true,
  },
  concurrent: { description: 'random requests at once', size: 3, random: concurrentTrial },
} as const satisfies Record<string, PhaseFacts>;

export type Phase = keyof typeof PHASES;
export const PHASE_NAMES = Object.keys(PHASES) as readonly Phase[];

/** Whether a phase runs only where malformed HTTP is allowed. */
export function isOnWire(phase: Phase): boolean {
  return factsOf(phase).onWire === true;
}

export function factsOf(phase: Phase): PhaseFacts {
  return PHASES[phase];
}
