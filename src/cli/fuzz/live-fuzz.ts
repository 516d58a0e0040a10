/** The progress line of a fuzz run on a terminal. */
import type { Progress } from '../../fuzz/fuzz-options.ts';
import { digits, plural, showDuration } from '../../text/quantities.ts';
import { CLEAR_LINE } from '../../report/progress.ts';
import type { Output } from '../io/io.ts';

const DRAW_MS = 100;

/** `random, 12,345 requests, 5,210/s, 2 causes of failures, 3.4 s`. */
export function fuzzLine({ phase, requests, buckets, elapsed }: Progress): string {
  const rate = elapsed > 0 ? Math.round((requests * 1000) / elapsed) : 0;
  const failures = buckets === 0 ? 'no failure' : plural(buckets, 'cause').concat(' of failures');
  return [phase, `${digits(requests)} requests`, `${digits(rate)}/s`, failures, showDuration(elapsed)].join(
    ', ',
  );
}

/** Draws the line again and again in the same place; writes nothing where there is no terminal. */
export class LiveFuzz {
  readonly #err: Output;
  #last = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(err: Output) {
    this.#err = err;
  }

  on(progress: Progress): void {
    const now = performance.now();
    if (!this.#err.isTerminal || now - this.#last < DRAW_MS) return;
    this.#last = now;
    this.clear();
    this.#err.write(fuzzLine(progress).slice(0, Math.max(0, this.#err.columns() - 1)));
    this.#drawn = true;
  }

  clear(): void {
    if (this.#drawn) this.#err.writeStyled(CLEAR_LINE);
    this.#drawn = false;
  }
}
