/** The next block and its phase, and the trials of each block: the same for the same seed. */
import fc, { type Arbitrary } from 'fast-check';
import { blockSeed } from './block-seed.ts';
import type { Material } from './material.ts';
import { factsOf, isOnWire, type Phase } from './phases.ts';
import { canShow, type Property } from '../execute/properties.ts';
import type { Trial } from './trial.ts';

/** A block by its place: what its trials are follows from that and the seed. */
export interface BlockPlace {
  readonly phase: Phase;
  readonly block: number;
}

/** Where a trial stands in a run, as `random:17:5`. */
export function pathOf({ phase, block }: BlockPlace, at: number): string {
  return `${phase}:${block}:${at}`;
}

/** After the smoke the phases take turns, so that an early end has seen something of each; the exhaustive phase is over first. */
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

/** Skip a phase whose first 60 blocks hold no trial for the selected properties. */
const BLOCKS_TO_TELL = 60;

/** Gives the blocks of a run in their fixed order. */
export class Schedule {
  readonly #seed: number;
  readonly #material: Material;
  readonly #phases: ReadonlySet<Phase>;
  readonly #properties: readonly Property[];
  readonly #fixed = new Map<Phase, readonly Trial[]>();
  readonly #random = new Map<Phase, Arbitrary<Trial>>();
  readonly #next = new Map<Phase, number>();
  #turn = 0;

  constructor(seed: number, material: Material, phases: readonly Phase[], properties: readonly Property[]) {
    this.#seed = seed;
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

  /** Whether a phase ends by itself, or has trials that can show a wanted property: else it would go on for ever with nothing. */
  #canShow(phase: Phase): boolean {
    if (this.#fixedOf(phase) !== undefined) return true;
    return Array.from({ length: BLOCKS_TO_TELL }, (_, block) => block).some(
      (block) => this.trialsOf({ phase, block }).length > 0,
    );
  }

  /** The next block of the run; undefined: all phases have ended. */
  next(): BlockPlace | undefined {
    const phase = this.#nextPhase();
    if (phase === undefined) return undefined;
    const block = this.#next.get(phase) ?? 0;
    this.#next.set(phase, block + 1);
    return { phase, block };
  }

  #nextPhase(): Phase | undefined {
    if (this.#phases.has('smoke') && !this.#isOver('smoke')) return 'smoke';
    for (let tried = 0; tried < TURNS.length; tried += 1) {
      const phase = TURNS[this.#turn % TURNS.length] as Phase;
      this.#turn += 1;
      if (this.#phases.has(phase) && !this.#isOver(phase)) return phase;
    }
    return undefined;
  }

  #isOver(phase: Phase): boolean {
    const all = this.#fixedOf(phase);
    return all !== undefined && (this.#next.get(phase) ?? 0) * factsOf(phase).size >= all.length;
  }

  #fixedOf(phase: Phase): readonly Trial[] | undefined {
    const facts = factsOf(phase);
    if (facts.fixed === undefined) return undefined;
    const known = this.#fixed.get(phase) ?? facts.fixed(this.#material);
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
