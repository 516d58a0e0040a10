/** How many requests go at once: what the user says, or more as long as the target answers as fast as before; and the places for so many. */

/** How many requests go at once, as a user says it. `auto`: as many as the target bears. */
export type AtOnce = number | 'auto';

/** How many at first, and again once a request was not answered for load. */
const DEFAULT_CONCURRENCY = 16;
/** How many at most: what a target can be expected to bear, and a pool of connections to hold. */
const MAX_CONCURRENCY = 64;

/** As many more in one step, once too many was seen; before that, twice as many. */
const STEP = 8;
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

const casesFor = (atOnce: number): number => atOnce + Math.floor(atOnce / 2);

export class Concurrency {
  readonly most: number;
  readonly #first: number;
  #atOnce: number;
  #fastest = Number.POSITIVE_INFINITY;
  #times: number[] = [];
  #sawTooMany = false;
  /** Whether the number stays as it is. */
  #isSettled: boolean;

  constructor(wanted: AtOnce = 'auto') {
    this.#first = fixedAtOnce(wanted);
    this.#atOnce = this.#first;
    this.most = mostAtOnce(wanted);
    this.#isSettled = wanted !== 'auto';
  }

  get atOnce(): number {
    return this.#atOnce;
  }

  /** Whether more go at once now than at first. */
  get hasChanged(): boolean {
    return this.#atOnce !== this.#first;
  }

  /** How many cases are under way: some more, so that another request is ready to go while a reply is judged. */
  get cases(): number {
    return casesFor(this.#atOnce);
  }

  get mostCases(): number {
    return casesFor(this.most);
  }

  /** Notes how long the reply to a request took that was not sent in a burst. */
  answered(ms: number): void {
    if (this.#isSettled || this.#times.push(ms) < REPLIES_EACH * this.#atOnce) return;
    const now = median(this.#times);
    this.#times = [];
    this.#fastest = Math.min(this.#fastest, now);
    const isTooMany = now > SLOWER * this.#fastest;
    this.#sawTooMany ||= isTooMany;
    const more = this.#sawTooMany ? STEP : this.#atOnce;
    this.#atOnce = Math.min(
      this.most,
      Math.max(DEFAULT_CONCURRENCY, this.#atOnce + (isTooMany ? -STEP : more)),
    );
  }

  /** Notes that a request got no answer, or was refused for load: from now on it is as many as at first. */
  strained(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#atOnce = DEFAULT_CONCURRENCY;
  }
}

/**
 * The places of work under way: each piece has one, and one with several independent requests uses those that no other needs just now.
 * So the last long ones end soon, and there are never more requests than places.
 */
export class Places {
  readonly #count: () => number;
  #used = 0;
  readonly #waiting: (() => void)[] = [];

  /** `count`: how many there are; it may change. */
  constructor(count: () => number) {
    this.#count = count;
  }

  /** Does a piece of work once it has a place. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    while (this.#used >= this.#count()) await new Promise<void>((go) => this.#waiting.push(go));
    return this.#using(work);
  }

  /** Works on independent items, on one at least at a time, and side by side where places are free; the results are in the order of the items. */
  async sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
    const results: R[] = [];
    const more: Promise<void>[] = [];
    let begun = 0;
    const next = async (): Promise<void> => {
      const at = begun;
      begun += 1;
      while (begun < items.length && this.#hasFree()) {
        const lane = this.#using(another);
        // Awaited below; one that fails before that must not end the process.
        lane.catch(() => {});
        more.push(lane);
      }
      results[at] = await work(items[at] as T);
    };
    const another = async (): Promise<void> => {
      do await next();
      while (begun < items.length && this.#waiting.length === 0 && this.#used <= this.#count());
    };
    while (begun < items.length) await next();
    await Promise.all(more);
    return results;
  }

  #hasFree(): boolean {
    return this.#used < this.#count() && this.#waiting.length === 0;
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    this.#used += 1;
    try {
      return await work();
    } finally {
      this.#used -= 1;
      for (let free = this.#count() - this.#used; free > 0; free -= 1) this.#waiting.shift()?.();
    }
  }
}
