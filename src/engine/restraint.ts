/**
 * Whether holding requests back lowers the share of them that is refused. A target that refuses one request in five whatever the pace
 * gains nothing by it, and the run would take an hour. Pure but for its own state; it knows no clock.
 */

/** How many replies show what is refused without restraint. */
const TRIAL = 60;
/** Restraint helps where the share of refusals without it is above this many times the share with it, and a margin for chance. */
const WORSE = 1.5;
const MARGIN = 0.05;
/** As many refusals in a row are a limit that is met, whatever was found before. */
export const IN_A_ROW = 12;

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
    if (this.#before === undefined || this.#replies < TRIAL) return;
    const helps = this.#refusals / this.#replies > this.#before * WORSE + MARGIN;
    if (helps) return this.#resume();
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
