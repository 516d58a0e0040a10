/**
 * Whether holding requests back lowers the share of them that is refused. A target that refuses one request in five whatever the pace
 * gains nothing by it, and the run would take an hour. Pure but for its own state; it knows no clock.
 */

/** A trial without restraint takes as many replies, and as many more as bring these refusals at the share before it. */
const TRIAL = 60;
const TRIAL_REFUSALS = 5;
/** Shares are alike where neither is above this many times the other, and a margin of refusals for chance. */
const ALIKE = 1.5;
const MARGIN = 3;
/** As many refusals in a row are a limit that is met, whatever was found before. */
export const IN_A_ROW = 12;

/**
 * What a trial has shown so far, against the share that was refused before it; undefined: it goes on. More refusals end it at once.
 * Fewer prove nothing: the window of a limit may just have begun.
 */
export function shownBy(
  { refusals, replies }: { readonly refusals: number; readonly replies: number },
  before: number,
): 'more' | 'alike' | 'fewer' | undefined {
  const length = Math.max(TRIAL, TRIAL_REFUSALS / before);
  const expected = before * length;
  if (refusals > expected * ALIKE + MARGIN) return 'more';
  if (replies < length) return undefined;
  return refusals < expected / ALIKE - MARGIN ? 'fewer' : 'alike';
}

export class Restraint {
  /** How many refusals lead to the next trial. */
  #trialAfter: number;
  #replies = 0;
  #refusals = 0;
  #inRow = 0;
  /** The share that was refused before the trial under way; undefined: there is none. */
  #before: number | undefined;
  #isUseless = false;

  constructor(trialAfter: number) {
    this.#trialAfter = trialAfter;
  }

  /** Whether requests are to be held back. */
  get applies(): boolean {
    return !this.#isUseless && this.#before === undefined;
  }

  /** Whether a trial has shown that it does not help. */
  get isUseless(): boolean {
    return this.#isUseless;
  }

  served(): void {
    this.#inRow = 0;
    // Before the first refusal there was nothing to hold back.
    if (this.#refusals > 0 || this.#before !== undefined) this.#count();
    if (this.applies && this.#refusals >= this.#trialAfter) this.#begin(this.#refusals / this.#replies);
  }

  refused(): void {
    this.#inRow += 1;
    this.#refusals += 1;
    this.#count();
    if (this.#inRow >= IN_A_ROW && !this.applies) this.#resume();
  }

  #count(): void {
    this.#replies += 1;
    if (this.#before === undefined) return;
    const shown = shownBy({ refusals: this.#refusals, replies: this.#replies }, this.#before);
    if (shown === undefined) return;
    if (shown !== 'alike') return this.#resume();
    this.#isUseless = true;
    this.#begin(undefined);
  }

  /** The next trial comes later: each one costs refusals. */
  #resume(): void {
    this.#isUseless = false;
    this.#trialAfter *= 2;
    this.#begin(undefined);
  }

  #begin(before: number | undefined): void {
    this.#before = before;
    this.#replies = 0;
    this.#refusals = 0;
  }
}
