/** The phases of a run and the trials of each block: two that are fixed by the world, three that go on for ever. */
import fc, { type Arbitrary } from 'fast-check';
import { concurrentTrial, randomTrial, sequenceTrial, wireTrial } from './arbitrary-trial.ts';
import { blockSeed } from './block-seed.ts';
import { boundaryTrials } from './boundaries.ts';
import type { Material } from './material.ts';
import { PROPERTIES, type Property } from './properties.ts';
import { recipesOf } from './shots.ts';
import { smokeTrials } from './smoke.ts';
import type { Trial } from './trial.ts';

interface PhaseFacts {
  readonly says: string;
  /** How many trials a block has. */
  readonly size: number;
  /** All trials of a phase that ends; undefined: it goes on for ever. */
  readonly fixed?: (material: Material) => readonly Trial[];
  readonly random?: (material: Material) => Arbitrary<Trial>;
  /** It needs the leave to use odd ways on the wire. */
  readonly onWire?: true;
}

export const PHASES = {
  smoke: { says: 'a success on every endpoint that the world allows', size: 64, fixed: smokeTrials },
  boundaries: {
    says: 'every member, header, body, path and way on the wire in every altered form, one at a time',
    size: 24,
    fixed: boundaryTrials,
  },
  random: { says: 'random requests, mostly with one deviation', size: 24, random: randomTrial },
  sequences: { says: 'random requests over one connection', size: 3, random: sequenceTrial },
  wire: {
    says: 'random requests in every way on the wire, each over a connection of its own',
    size: 4,
    random: wireTrial,
    onWire: true,
  },
  concurrent: { says: 'random requests at once', size: 3, random: concurrentTrial },
} as const satisfies Record<string, PhaseFacts>;

export type Phase = keyof typeof PHASES;
export const PHASE_NAMES = Object.keys(PHASES) as readonly Phase[];

export function isPhase(name: string): name is Phase {
  return Object.hasOwn(PHASES, name);
}

/** A block by its place: what its trials are follows from that and the seed. */
export interface BlockPlace {
  readonly phase: Phase;
  readonly block: number;
}

/** Where a trial stands in a run, as `random:17:5`. */
export function pathOf({ phase, block }: BlockPlace, at: number): string {
  return `${phase}:${block}:${at}`;
}

/** After the smoke the phases take turns, so that an early end has seen something of each. */
const TURNS: readonly Phase[] = [
  'boundaries',
  'random',
  'boundaries',
  'sequences',
  'boundaries',
  'random',
  'concurrent',
  'random',
  'wire',
];

const isOnWire = (phase: Phase): boolean =>
  (PHASES[phase] satisfies PhaseFacts as PhaseFacts).onWire === true;

/** Gives the blocks of a run in their fixed order. */
export class Schedule {
  readonly #seed: number;
  readonly #material: Material;
  readonly #phases: ReadonlySet<Phase>;
  readonly #properties: ReadonlySet<Property>;
  readonly #fixed = new Map<Phase, readonly Trial[]>();
  readonly #random = new Map<Phase, Arbitrary<Trial>>();
  readonly #next = new Map<Phase, number>();
  #turn = 0;

  constructor(seed: number, material: Material, phases: readonly Phase[], properties: readonly Property[]) {
    this.#seed = seed;
    this.#material = material;
    this.#phases = new Set(phases.filter((phase) => material.wire || !isOnWire(phase)));
    this.#properties = new Set(properties);
  }

  /** The trials of a block; those that can show none of the wanted properties are left out. */
  trialsOf({ phase, block }: BlockPlace): readonly Trial[] {
    const { size } = PHASES[phase];
    const all = this.#fixedOf(phase);
    const trials =
      all === undefined
        ? fc.sample(this.#arbitraryOf(phase), { seed: blockSeed(this.#seed, phase, block), numRuns: size })
        : all.slice(block * size, (block + 1) * size);
    return trials.filter((trial) => this.#isWanted(trial));
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
    return all !== undefined && (this.#next.get(phase) ?? 0) * PHASES[phase].size >= all.length;
  }

  #fixedOf(phase: Phase): readonly Trial[] | undefined {
    const facts: PhaseFacts = PHASES[phase];
    if (facts.fixed === undefined) return undefined;
    const known = this.#fixed.get(phase) ?? facts.fixed(this.#material);
    this.#fixed.set(phase, known);
    return known;
  }

  #arbitraryOf(phase: Phase): Arbitrary<Trial> {
    const facts: PhaseFacts = PHASES[phase];
    if (facts.random === undefined) throw new TypeError(`${phase} is no random phase`);
    const known = this.#random.get(phase) ?? fc.noShrink(facts.random(this.#material));
    this.#random.set(phase, known);
    return known;
  }

  #isWanted(trial: Trial): boolean {
    return [...this.#properties].some((property) =>
      (PROPERTIES[property].shownBy as readonly Trial['kind'][]).includes(trial.kind),
    );
  }
}

/** How many requests a trial sends. */
export function sizeOf(trial: Trial): number {
  return recipesOf(trial).length;
}
