/**
 * The trials of a run in their order, the same for the same seed: plain requests first, then blocks of the exhaustive phase and of the
 * random one in turn, so that an early end has seen something of both; once the exhaustive phase is over, random blocks for ever.
 */
import fc, { type Arbitrary } from 'fast-check';
import { exhaustiveTrials, smokeTrials } from '../trials/fixed-trials.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { canShow, type Property } from '../trials/properties.ts';
import { concurrentTrial, randomTrial, sequenceTrial, wireTrial } from '../trials/random-trials.ts';
import type { Trial } from '../trials/relations.ts';

export type Phase = 'exhaustive' | 'random';

/** A trial and where in the run it is. */
export interface Placed {
  readonly trial: Trial;
  /** `random:17:5`: its phase, block, and place in the block. */
  readonly path: string;
  readonly phase: Phase;
  /** Whether it sends plain requests, before anything odd is sent. */
  readonly isPlain: boolean;
  /** How many trials came before it. */
  readonly order: number;
}

/** How many trials an exhaustive block has. */
const SIZE = 24;

/** What random blocks are made of, in turn; a trial of many requests counts for several. */
const RANDOM = {
  single: { of: randomTrial, size: 24 },
  sequence: { of: sequenceTrial, size: 3 },
  concurrent: { of: concurrentTrial, size: 3 },
  wire: { of: wireTrial, size: 4 },
} as const satisfies Record<
  string,
  { readonly of: (inputs: FuzzInputs) => Arbitrary<Trial>; readonly size: number }
>;

type RandomKind = keyof typeof RANDOM;

const TURNS: readonly RandomKind[] = ['single', 'sequence', 'single', 'concurrent', 'single', 'wire'];

/** While the exhaustive phase lasts, every second block is a random one. */
const RANDOM_EVERY = 2;

/** After so many random blocks without a trial that can show a wanted property, none will come. */
const BLOCKS_TO_TELL = 60;

/** The seed of a block: from the seed of the run and its number, and nothing else. FNV-1a over the text, then an avalanche so that neighbours share nothing; a whole number of 32 bits. */
export function blockSeed(seed: number, block: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed} random ${block}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

export class Schedule {
  readonly #seed: number;
  readonly #isWanted: (trial: Trial) => boolean;
  readonly #turns: readonly RandomKind[];
  readonly #arbitraries: Readonly<Record<RandomKind, Arbitrary<Trial>>>;
  /** All that is sent once: the plain trials, then the exhaustive ones. */
  readonly #fixed: readonly Trial[];
  readonly #plain: ReadonlySet<Trial>;
  readonly #next = { exhaustive: 0, random: 0 };
  #blocks = 0;
  #order = 0;
  #current: Placed[] = [];

  constructor(seed: number, inputs: FuzzInputs, properties: readonly Property[]) {
    this.#seed = seed;
    this.#isWanted = (trial) => properties.some((property) => canShow(property, trial));
    this.#turns = TURNS.filter((kind) => inputs.wire || kind !== 'wire');
    const of = (kind: RandomKind): Arbitrary<Trial> => fc.noShrink(RANDOM[kind].of(inputs));
    this.#arbitraries = {
      single: of('single'),
      sequence: of('sequence'),
      concurrent: of('concurrent'),
      wire: of('wire'),
    };
    this.#plain = new Set(smokeTrials(inputs));
    this.#fixed = [...this.#plain, ...exhaustiveTrials(inputs)];
  }

  /** The next trial that can show a wanted property; undefined: none will come. */
  next(): Placed | undefined {
    for (let empty = 0; this.#current.length === 0 && empty < BLOCKS_TO_TELL;) {
      const phase = this.#nextPhase();
      this.#current = this.#placed(phase);
      if (phase === 'random') empty += 1;
    }
    return this.#current.shift();
  }

  /** The trials of the block before the one at a path. */
  before(path: string): readonly Trial[] {
    const [phase, block, at] = path.split(':');
    return this.#trialsOf(phase as Phase, Number(block)).slice(0, Number(at));
  }

  #nextPhase(): Phase {
    const isOver = this.#next.exhaustive * SIZE >= this.#fixed.length;
    this.#blocks += 1;
    return isOver || this.#blocks % RANDOM_EVERY === 0 ? 'random' : 'exhaustive';
  }

  /** The next block of a phase. */
  #placed(phase: Phase): Placed[] {
    const block = this.#next[phase]++;
    return this.#trialsOf(phase, block).map((trial, at) => ({
      trial,
      path: `${phase}:${block}:${at}`,
      phase,
      isPlain: this.#plain.has(trial),
      order: this.#order++,
    }));
  }

  #trialsOf(phase: Phase, block: number): readonly Trial[] {
    if (phase === 'exhaustive')
      return this.#fixed.slice(block * SIZE, (block + 1) * SIZE).filter(this.#isWanted);
    const kind = this.#turns[block % this.#turns.length] ?? 'single';
    const numRuns = RANDOM[kind].size;
    const sample = fc.sample(this.#arbitraries[kind], { seed: blockSeed(this.#seed, block), numRuns });
    return sample.filter(this.#isWanted);
  }
}
