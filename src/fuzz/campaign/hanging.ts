/** Trials that had no reply when the time was over. */

/** How many, in words. */
export const trialsText = (count: number): string => (count === 1 ? 'one trial' : `${count} trials`);

/** A shorter wait means nothing: some request is always under way. */
const LONG_MS = 1000;

export interface Unfinished {
  readonly trials: number;
  /** How long the longest had waited, in milliseconds. */
  readonly longestMs: number;
  /** Whether no request at all was answered meanwhile. */
  readonly nothingAnswered: boolean;
}

export class Hanging {
  #trials = 0;
  #longestMs = 0;
  #answeredAt = 0;
  #nothingAnswered = false;

  /** Notes that a trial got its replies. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /** Notes a trial that began at this time and was ended without its replies. */
  ended(began: number): void {
    const now = performance.now();
    const waited = now - began;
    if (waited < LONG_MS) return;
    this.#nothingAnswered = now - this.#answeredAt >= LONG_MS;
    this.#trials += 1;
    this.#longestMs = Math.max(this.#longestMs, Math.round(waited));
  }

  get unfinished(): Unfinished {
    return { trials: this.#trials, longestMs: this.#longestMs, nothingAnswered: this.#nothingAnswered };
  }
}
