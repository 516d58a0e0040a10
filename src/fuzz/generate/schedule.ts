/** The next block and its phase, and the trials of each block: the same for the same seed. */
import fc, { type Arbitrary } from 'fast-check';
import { NO_YIELDS, phasesOfLap, TURN_PHASES, type Yields } from './allotment.ts';
import { blockSeed } from './block-seed.ts';
import type { Material } from './material.ts';
import { factsOf, isOnWire, type Phase } from './phases.ts';
import { canShow, type Property } from '../execute/properties.ts';
import type { Trial } from './trial.ts';

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
  readonly #material: Material;
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
    material: Material,
    phases: readonly Phase[],
    properties: readonly Property[],
    yields: Yields = NO_YIELDS,
    corpus: readonly Trial[] = [],
  ) {
    this.#seed = seed;
    this.#yields = yields;
    this.#corpus = corpus;
    this.#material = material;
    this.#properties = properties;
    const open = phases.filter((phase) => material.wire || !isOnWire(phase));
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
    const known = this.#fixed.get(phase) ?? facts.fixed(this.#material, this.#corpus);
    this.#fixed.set(phase, known);
    return known;
  }

  #arbitraryOf(phase: Phase): Arbitrary<Trial> {
    const facts = factsOf(phase);
    if (facts.random === undefined) throw new TypeError(`${phase} is no random phase`);
    const known = this.#random.get(phase) ?? fc.noShrink(facts.random(this.#material));
    this.#random.set(phase, known);
    return known;
  }
}
