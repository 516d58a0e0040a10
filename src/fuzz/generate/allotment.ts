/**
 * Chooses the phases of a lap's blocks. Until the exhaustive phase has ended, the phases take turns. After that each turn is followed by a block
 * of a phase that is drawn, weighted by how many new behaviours each phase promises.
 */
import { blockSeed } from './block-seed.ts';
import type { Phase } from './phases.ts';

/** The phases take turns, so that an early end has seen something of each phase; the exhaustive phase is over first. */
const TURNS: readonly Phase[] = [
  'exhaustive',
  'exhaustive',
  'random',
  'exhaustive',
  'exhaustive',
  'sequences',
  'exhaustive',
  'exhaustive',
  'random',
  'concurrent',
  'random',
  'wire',
];

/** What a phase has shown so far. */
export interface Yields {
  /** How many behaviours exactly one trial showed, where that trial was of this phase. */
  onceBy(phase: Phase): number;
  requestsOf(phase: Phase): number;
}

export const NO_YIELDS: Yields = { onceBy: () => 0, requestsOf: () => 0 };

/** A phase that has hardly run counts as if it had shown one behaviour in this many requests. */
const UNTRIED = 100;

/** Estimates, by Good and Turing, how many new behaviours the next request of a phase will show. */
const promise = (yields: Yields, phase: Phase): number =>
  (yields.onceBy(phase) + 1) / (yields.requestsOf(phase) + UNTRIED);

/** A number from 0 to below 1. */
const fraction = (seed: number, lap: number, draw: number): number =>
  (blockSeed(seed, `lap ${lap}`, draw) >>> 0) / 2 ** 32;

/** The phase at a place between 0 and 1, which the phases share in proportion to their promises. */
function drawn(phases: readonly Phase[], yields: Yields, place: number): Phase | undefined {
  const rooms = phases.map((phase) => promise(yields, phase));
  let left = place * rooms.reduce((sum, room) => sum + room, 0);
  return phases.find((_, at) => (left -= rooms[at] ?? 0) < 0) ?? phases.at(-1);
}

/** The first laps are all in turns: nothing is known yet. */
const LAPS_IN_TURNS = 2;

/** The selected phases, and which of them still have blocks. */
export interface OpenPhases {
  readonly phases: readonly Phase[];
  /** Whether a phase has a block left beside those taken. */
  readonly isOpen: (phase: Phase, taken: number) => boolean;
  /** Whether every phase that ends has ended: until then each keeps its turns. */
  readonly isFixedOver: boolean;
}

/** The phases of a lap in their order; empty: all have ended. */
export function phasesOfLap(
  lap: number,
  seed: number,
  yields: Yields,
  { phases, isOpen, isFixedOver }: OpenPhases,
): readonly Phase[] {
  const all: Phase[] = [];
  const isLeft = (phase: Phase): boolean =>
    phases.includes(phase) && isOpen(phase, all.filter((each) => each === phase).length);
  const take = (phase: Phase | undefined): void => {
    if (phase !== undefined && isLeft(phase)) all.push(phase);
  };
  const isDrawn = lap >= LAPS_IN_TURNS && isFixedOver;
  for (const [at, turn] of TURNS.entries()) {
    take(turn);
    if (isDrawn) take(drawn(phases.filter(isLeft), yields, fraction(seed, lap, at)));
  }
  return all;
}

/** The phases that take turns. */
export const TURN_PHASES: readonly Phase[] = [...new Set(TURNS)];
