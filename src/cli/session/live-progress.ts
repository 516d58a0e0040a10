/** What shows that a command is at work: the progress line on a terminal, and a line now and then where nothing else is shown. */
import { CLEAR_LINE, progress } from '../../report/progress.ts';
import type { RunEvent } from '../../engine/events.ts';
import type { Io, Output } from '../io/io.ts';
import type { Activity } from '../../run/run-options.ts';
import { showDuration } from '../../text/quantities.ts';

const DRAW_MS = 80;

/** Draws the line on standard error and takes it away around what others write; nothing is drawn where there is no terminal. */
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
    if (!this.#err.isTerminal) return write();
    if (event.kind !== 'case-finished' || event.verdict !== 'pass') this.clear();
    write();
    this.#draw();
  }

  /** The line as it is now, also where there is no terminal. */
  describe(columns = Infinity): string {
    return this.#progress.line(columns, Date.now());
  }

  clear(): void {
    if (this.#drawn) this.#err.writeStyled(CLEAR_LINE);
    this.#drawn = false;
  }

  #draw(): void {
    const now = Date.now();
    if (now - this.#last < DRAW_MS) return;
    this.#last = now;
    const line = this.describe(this.#err.columns());
    this.clear();
    if (line === '') return;
    this.#err.write(line);
    this.#drawn = true;
  }
}

// A line on standard error now and then while nothing else shows that a command is at work.

const QUIET_MS = 5000;
const LOOK_MS = 500;

export interface Heartbeat {
  /** What the command is at; the code that does the work sets it. */
  readonly activity: Activity;
  /** Notes that something was shown. */
  beat(): void;
  stop(): void;
}

/** `before`: called before a line is written, to take a progress line away. */
export function heartbeat({ err }: Pick<Io, 'err'>, before: () => void = () => {}): Heartbeat {
  const activity: Activity = { describe: () => 'beginning' };
  const began = performance.now();
  let last = began;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last < QUIET_MS) return;
    last = now;
    before();
    err.write(`after ${showDuration(now - began)}: ${activity.describe()}\n`);
  }, LOOK_MS).unref();
  return {
    activity,
    beat: () => void (last = performance.now()),
    stop: () => clearInterval(timer),
  };
}
