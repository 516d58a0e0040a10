/** How many requests go at once: what the user says, or twice as many again and again, as long as the target answers as fast as before. */

/** How many requests go at once, as a user says it. `auto`: as many as the target bears. */
export type AtOnce = number | 'auto';

/** How many at first, and again once a request was not answered for load. */
const DEFAULT_CONCURRENCY = 16;
/** How many at most: what a target can be expected to bear, and a pool of connections to hold. */
const MAX_CONCURRENCY = 64;

/** More at once bring nothing where replies take this many times as long as the fastest did. */
const SLOWER = 1.5;
/** A step is judged by this many replies for each of the requests at once. */
const REPLIES_EACH = 3;

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** How many, where it is to be one number. */
export const fixedAtOnce = (wanted: AtOnce = 'auto'): number =>
  wanted === 'auto' ? DEFAULT_CONCURRENCY : wanted;

/** How many it may come to. */
export const mostAtOnce = (wanted: AtOnce = 'auto'): number => (wanted === 'auto' ? MAX_CONCURRENCY : wanted);

export class Concurrency {
  readonly most: number;
  /** How many go at once just now. */
  atOnce: number;
  readonly #first: number;
  #fastest = Number.POSITIVE_INFINITY;
  #times: number[] = [];
  /** Whether the number stays as it is. */
  #isSettled: boolean;

  constructor(wanted: AtOnce = fixedAtOnce()) {
    this.#first = fixedAtOnce(wanted);
    this.atOnce = this.#first;
    this.most = mostAtOnce(wanted);
    this.#isSettled = wanted !== 'auto';
  }

  /** Whether more go at once now than at first. */
  get hasChanged(): boolean {
    return this.atOnce !== this.#first;
  }

  /** Notes how long the reply to a request took. */
  answered(ms: number): void {
    if (this.#isSettled || this.#times.push(ms) < REPLIES_EACH * this.atOnce) return;
    const now = median(this.#times);
    this.#times = [];
    this.#fastest = Math.min(this.#fastest, now);
    this.#isSettled = now > SLOWER * this.#fastest;
    this.atOnce = this.#isSettled
      ? Math.max(this.#first, this.atOnce / 2)
      : Math.min(this.most, this.atOnce * 2);
  }

  /** Notes that a request got no answer, or was refused for load: from now on it is as many as at first. */
  strained(): void {
    this.#isSettled = true;
    this.atOnce = this.#first;
  }
}
