/**
 * The next block and its phase, and the trials of each block: the same for the same seed. Until the exhaustive phase has ended, the phases
 * take turns. After that each turn is followed by a block of a phase that is drawn, weighted by how many new behaviours each phase promises.
 */
import fc, { type Arbitrary } from 'fast-check';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { factsOf, isOnWire, type Phase } from './phases.ts';
import { canShow, type Property } from '../trials/properties.ts';
import type { Trial } from '../trials/relations.ts';

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

/** The seed of a block: from the seed of the run, its phase and its number, and nothing else. FNV-1a over the text, then an avalanche so that neighbours share nothing; a whole number of 32 bits. */
export function blockSeed(seed: number, phase: string, block: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed} ${phase} ${block}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** The place of a block. Together with the seed it determines the block's trials. */
export interface BlockPlace {
  readonly phase: Phase;
  readonly block: number;
}

/** A block in the order of the run. */
export interface NextBlock extends BlockPlace {
  /** The lap of the block: a later lap is planned by its results only once they are all in. */
  readonly lap: number;
  /** How many blocks came before it. */
  readonly order: number;
}

/** A lap is planned by the results of the laps at least this many before it; those between may be under way. */
export const LAPS_UNDER_WAY = 2;
/** What comes first, whole, before the laps of turns. */
const FIRST: readonly Phase[] = ['smoke', 'corpus'];

/** The place of a trial in a run, as `random:17:5`. */
export function pathOf({ phase, block }: BlockPlace, at: number): string {
  return `${phase}:${block}:${at}`;
}

/** Skip a phase whose first 60 blocks hold no trial for the selected properties. */
const BLOCKS_TO_TELL = 60;

/** Gives the blocks of a run in an order that follows from the seed and from what earlier laps have shown. */
export class Schedule {
  readonly #seed: number;
  readonly #inputs: FuzzInputs;
  readonly #phases: ReadonlySet<Phase>;
  readonly #properties: readonly Property[];
  readonly #fixed = new Map<Phase, readonly Trial[]>();
  readonly #random = new Map<Phase, Arbitrary<Trial>>();
  readonly #next = new Map<Phase, number>();
  readonly #yields: Yields;
  readonly #corpus: readonly Trial[];
  #lap = 0;
  #order = 0;
  #planned: Phase[] = [];

  constructor(
    seed: number,
    inputs: FuzzInputs,
    phases: readonly Phase[],
    properties: readonly Property[],
    yields: Yields = NO_YIELDS,
    corpus: readonly Trial[] = [],
  ) {
    this.#seed = seed;
    this.#yields = yields;
    this.#corpus = corpus;
    this.#inputs = inputs;
    this.#properties = properties;
    const open = phases.filter((phase) => inputs.wire || !isOnWire(phase));
    this.#phases = new Set(open.filter((phase) => this.#canShow(phase)));
  }

  /** The trials of a block; those that can show none of the wanted properties are left out. */
  trialsOf({ phase, block }: BlockPlace): readonly Trial[] {
    const { size } = factsOf(phase);
    const all = this.#fixedOf(phase);
    const trials =
      all === undefined
        ? fc.sample(this.#arbitraryOf(phase), { seed: blockSeed(this.#seed, phase, block), numRuns: size })
        : all.slice(block * size, (block + 1) * size);
    return trials.filter((trial) => this.#properties.some((property) => canShow(property, trial)));
  }

  /** Whether a phase ends by itself, or has trials that can show a wanted property. Any other would run forever without a trial. */
  #canShow(phase: Phase): boolean {
    if (this.#fixedOf(phase) !== undefined) return true;
    return Array.from({ length: BLOCKS_TO_TELL }, (_, block) => block).some(
      (block) => this.trialsOf({ phase, block }).length > 0,
    );
  }

  /** The number of the lap to plan next, from what earlier ones have shown; undefined: the last one has blocks left. */
  get lapToPlan(): number | undefined {
    return this.#planned.length > 0 || FIRST.some((phase) => this.#isOpen(phase)) ? undefined : this.#lap + 1;
  }

  /** Whether every phase that ends by itself has ended. */
  get isFixedOver(): boolean {
    return [...this.#phases].every((phase) => this.#fixedOf(phase) === undefined || !this.#isOpen(phase));
  }

  /** The next block of the run; undefined: all phases have ended. */
  next(): NextBlock | undefined {
    const first = FIRST.find((each) => this.#isOpen(each));
    if (first === undefined && this.#planned.length === 0) this.#planLap();
    const phase = first ?? this.#planned.shift();
    if (phase === undefined) return undefined;
    const block = this.#next.get(phase) ?? 0;
    this.#next.set(phase, block + 1);
    return { phase, block, lap: this.#lap, order: this.#order++ };
  }

  #planLap(): void {
    this.#lap += 1;
    const open = {
      phases: TURN_PHASES.filter((phase) => this.#phases.has(phase)),
      isOpen: (phase: Phase, taken: number) => this.#isOpen(phase, taken),
      isFixedOver: this.isFixedOver,
    };
    this.#planned = [...phasesOfLap(this.#lap - 1, this.#seed, this.#yields, open)];
  }

  /** Whether a phase has a block left, beside `taken` planned ones. */
  #isOpen(phase: Phase, taken = 0): boolean {
    if (!this.#phases.has(phase)) return false;
    const all = this.#fixedOf(phase);
    return all === undefined || ((this.#next.get(phase) ?? 0) + taken) * factsOf(phase).size < all.length;
  }

  #fixedOf(phase: Phase): readonly Trial[] | undefined {
    const facts = factsOf(phase);
    if (facts.fixed === undefined) return undefined;
    const known = this.#fixed.get(phase) ?? facts.fixed(this.#inputs, this.#corpus);
    this.#fixed.set(phase, known);
    return known;
  }

  #arbitraryOf(phase: Phase): Arbitrary<Trial> {
    const facts = factsOf(phase);
    if (facts.random === undefined) throw new TypeError(`${phase} is no random phase`);
    const known = this.#random.get(phase) ?? fc.noShrink(facts.random(this.#inputs));
    this.#random.set(phase, known);
    return known;
  }
}
