/**
 * Which phases the blocks of a lap are of. Once the exhaustive phase has ended, a third takes turns, so that no phase rests, and the others
 * are drawn by how many new behaviours each phase promises.
 */
import { blockSeed } from './block-seed.ts';
import type { Phase } from './phases.ts';

/** In turn, so that an early end has seen something of each phase; the exhaustive phase is over first. */
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
  /** Behaviours that one trial of this phase showed and no other trial. */
  onceBy(phase: Phase): number;
  requestsOf(phase: Phase): number;
}

export const NO_YIELDS: Yields = { onceBy: () => 0, requestsOf: () => 0 };

/** A phase that has hardly run counts as if it had shown one behaviour in so many requests. */
const UNTRIED = 100;

/** By Good and Turing: how many new behaviours the next request of a phase shows, as far as can be expected. */
const promise = (yields: Yields, phase: Phase): number =>
  (yields.onceBy(phase) + 1) / (yields.requestsOf(phase) + UNTRIED);

/** A number from 0 to below 1. */
const fraction = (seed: number, lap: number, draw: number): number =>
  (blockSeed(seed, `lap ${lap}`, draw) >>> 0) / 2 ** 32;

/** The phase at a place between 0 and 1, where each has room by its promise. */
function drawn(phases: readonly Phase[], yields: Yields, place: number): Phase | undefined {
  const rooms = phases.map((phase) => promise(yields, phase));
  let left = place * rooms.reduce((sum, room) => sum + room, 0);
  return phases.find((_, at) => (left -= rooms[at] ?? 0) < 0) ?? phases.at(-1);
}

/** The first laps are all in turns: nothing is known yet. */
const LAPS_IN_TURNS = 2;

/** The phases that blocks are wanted of, and how many are left of those that end. */
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
