/** What a fuzz run may spend: requests and time. */
import { sizeOf } from './shots.ts';
import type { Trial } from './trial.ts';

export class Budget {
  readonly #runs: number;
  readonly #end: number;
  #planned = 0;
  #spent = false;

  /** `runs`: requests that are planned at most; `timeMs`: from now on; undefined: no bound. */
  constructor({ runs, timeMs }: { readonly runs: number | undefined; readonly timeMs: number | undefined }) {
    this.#runs = runs ?? Number.POSITIVE_INFINITY;
    this.#end = timeMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeMs;
  }

  /** Whether no trial may be begun any more. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Whether no more requests may be planned; blocks that are begun are finished. */
  get isSpent(): boolean {
    return this.#spent || this.#planned >= this.#runs;
  }

  /** The first trials of a block, for which it is enough: counted when the block is taken, so that it is always the same ones. */
  take(trials: readonly Trial[]): readonly Trial[] {
    return trials.filter((trial) => {
      const planned = this.#planned + sizeOf(trial);
      this.#spent ||= planned > this.#runs;
      if (!this.#spent) this.#planned = planned;
      return !this.#spent;
    });
  }
}
