/** The progress line on a terminal, kept below what the report writes. */
import { CLEAR_LINE, progress } from '../report/progress.ts';
import type { RunEvent } from '../engine/events.ts';
import type { Io, Output } from './io.ts';

const DRAW_MS = 80;

/** Draws the line on standard error and takes it away around what others write. */
export class LiveProgress {
  readonly #err: Output;
  readonly #progress = progress();
  #drawn = false;
  #last = 0;

  constructor({ err }: Io) {
    this.#err = err;
  }

  /** Takes the line away while `write` may write something. */
  on(event: RunEvent, write: () => void = () => {}): void {
    this.#progress.on(event);
    if (event.kind !== 'case-finished' || event.verdict !== 'pass') this.clear();
    write();
    this.#draw();
  }

  clear(): void {
    if (this.#drawn) this.#err.writeStyled(CLEAR_LINE);
    this.#drawn = false;
  }

  #draw(): void {
    const now = Date.now();
    if (now - this.#last < DRAW_MS) return;
    this.#last = now;
    const line = this.#progress.line(this.#err.columns(), now);
    this.clear();
    if (line === '') return;
    this.#err.write(line);
    this.#drawn = true;
  }
}
