/** The simulator's clock: real time that can be moved forward and stopped. It never goes back. */

export const SECOND_MS = 1000;

/** Milliseconds; only differences mean something. */
export type Milliseconds = number;

export class Clock {
  readonly #real: () => Milliseconds;
  #ahead: Milliseconds = 0;
  #stoppedAt: Milliseconds | undefined;
  #read: Milliseconds = 0;
  #isHeld = false;

  /** `real` gives milliseconds that never go back. */
  constructor(real: () => Milliseconds = () => performance.now()) {
    this.#real = () => (this.#isHeld ? this.#read : (this.#read = real()));
  }

  readonly now = (): Milliseconds => this.#stoppedAt ?? this.#real() + this.#ahead;

  /** Does the work at the moment at which time was last read: a request that is answered a second time finds each limit as it was. */
  atLastRead<T>(work: () => T): T {
    this.#isHeld = true;
    try {
      return work();
    } finally {
      this.#isHeld = false;
    }
  }

  /** How far it is ahead of real time, in milliseconds. */
  read() {
    return { aheadMs: Math.round(this.now() - this.#real()), stopped: this.#stoppedAt !== undefined };
  }

  advance(by: Milliseconds): void {
    if (this.#stoppedAt === undefined) this.#ahead += by;
    else this.#stoppedAt += by;
  }

  stop(): void {
    this.#stoppedAt ??= this.now();
  }

  /** Goes on from the moment at which it stopped. */
  resume(): void {
    if (this.#stoppedAt === undefined) return;
    this.#ahead = this.#stoppedAt - this.#real();
    this.#stoppedAt = undefined;
  }
}
