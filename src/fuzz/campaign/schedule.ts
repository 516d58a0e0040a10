/**
 * The trials of a run by their numbers, the same for the same seed: plain requests first, then those of the exhaustive phase, each third
 * one random, so that an early end has seen something of both; once the exhaustive phase is over, random ones for ever.
 */
import fc from 'fast-check';
import { exhaustiveTrials, plainTrials } from '../trials/fixed-trials.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { canShow, type Property } from '../trials/properties.ts';
import { randomTrial } from '../trials/random-trials.ts';
import type { Trial } from '../trials/relations.ts';

export type Phase = 'exhaustive' | 'random';

/** Of so many trials one is random, while the exhaustive phase lasts. */
const RANDOM_EVERY = 3;
/** Random trials are made in blocks, as a block costs little more than a trial. */
const BLOCK = 24;
/** How many trials are looked back at. */
const BEFORE = 12;
/** After so many trials that can not show a wanted property none will come. */
const MOST_UNWANTED = 2000;

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
  readonly #inputs: FuzzInputs;
  readonly #properties: readonly Property[];
  readonly #exhaustive: readonly Trial[];
  readonly #plain: readonly Trial[];
  /** The block that was made last. */
  #block = -1;
  #made: readonly Trial[] = [];

  constructor(seed: number, inputs: FuzzInputs, properties: readonly Property[]) {
    this.#seed = seed;
    this.#inputs = inputs;
    this.#properties = properties;
    this.#plain = plainTrials(inputs);
    this.#exhaustive = exhaustiveTrials(inputs);
  }

  /** How many trials at the beginning send plain requests alone. */
  get plain(): number {
    return this.#plain.length;
  }

  /** The number of the first trial from this one on that can show a wanted property; undefined: none will come. */
  wantedFrom(first: number): number | undefined {
    const randomOnly =
      this.#plain.length + Math.ceil((this.#exhaustive.length * RANDOM_EVERY) / (RANDOM_EVERY - 1));
    for (let number = first; number < Math.max(first, randomOnly) + MOST_UNWANTED; number += 1)
      if (this.#properties.some((property) => canShow(property, this.at(number)))) return number;
    return undefined;
  }

  /** The wanted ones among the last trials before one. */
  before(number: number): readonly Trial[] {
    const numbers = Array.from({ length: BEFORE }, (_, at) => number - BEFORE + at);
    return numbers.filter((each) => each >= 0 && this.wantedFrom(each) === each).map((each) => this.at(each));
  }

  phaseOf(number: number): Phase {
    return this.#placeOf(number).phase;
  }

  at(number: number): Trial {
    const { phase, index } = this.#placeOf(number);
    if (phase === 'random') return this.#random(index);
    return (this.#plain[number] ?? this.#exhaustive[index]) as Trial;
  }

  /** Where in its phase a trial is. */
  #placeOf(number: number): { readonly phase: Phase; readonly index: number } {
    const later = number - this.#plain.length;
    const random = Math.floor(later / RANDOM_EVERY);
    const fixed = later - random;
    if (fixed >= this.#exhaustive.length) return { phase: 'random', index: later - this.#exhaustive.length };
    return later % RANDOM_EVERY === RANDOM_EVERY - 1
      ? { phase: 'random', index: random }
      : { phase: 'exhaustive', index: fixed };
  }

  #random(index: number): Trial {
    const block = Math.floor(index / BLOCK);
    if (block !== this.#block) {
      const settings = { seed: blockSeed(this.#seed, block), numRuns: BLOCK };
      [this.#block, this.#made] = [block, fc.sample(randomTrial(this.#inputs), settings)];
    }
    return this.#made[index % BLOCK] as Trial;
  }
}
