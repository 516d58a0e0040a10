/** The simulator's clock: real time that can be moved forward and stopped, for all games or for one. It never goes back. */

/** Milliseconds; only differences mean something. */
export type Milliseconds = number;

/** One line of time: an offset to real time, or the moment at which it is stopped. */
class Timeline {
  readonly #real: () => Milliseconds;
  #ahead: Milliseconds;
  #stoppedAt: Milliseconds | undefined;

  constructor(real: () => Milliseconds, ahead: Milliseconds = 0, stoppedAt?: Milliseconds) {
    this.#real = real;
    this.#ahead = ahead;
    this.#stoppedAt = stoppedAt;
  }

  now(): Milliseconds {
    return this.#stoppedAt ?? this.#real() + this.#ahead;
  }

  get isStopped(): boolean {
    return this.#stoppedAt !== undefined;
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

  /** A line of its own that goes on as this one does. */
  branch(): Timeline {
    return new Timeline(this.#real, this.#ahead, this.#stoppedAt);
  }
}

export class Clock {
  readonly #real: () => Milliseconds;
  readonly #whole: Timeline;
  readonly #games = new Map<string, Timeline>();
  #read: Milliseconds = 0;
  #isHeld = false;

  /** `real` gives milliseconds that never go back. */
  constructor(real: () => Milliseconds = () => performance.now()) {
    this.#real = () => (this.#isHeld ? this.#read : (this.#read = real()));
    this.#whole = new Timeline(this.#real);
  }

  /** The time in a game; without one, that of all games which have none of their own. */
  readonly now = (game?: string): Milliseconds => this.#of(game).now();

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
  read(game?: string) {
    const line = this.#of(game);
    return { aheadMs: Math.round(line.now() - this.#real()), stopped: line.isStopped };
  }

  /** Moves the clock forward. A game gets a time of its own by that; without a game all are moved. */
  advance(by: Milliseconds, game?: string): void {
    this.#each(game, (line) => line.advance(by));
  }

  stop(game?: string): void {
    this.#each(game, (line) => line.stop());
  }

  resume(game?: string): void {
    this.#each(game, (line) => line.resume());
  }

  /** Forgets the time of a game that is gone. */
  forget(game: string): void {
    this.#games.delete(game);
  }

  #of(game: string | undefined): Timeline {
    return game === undefined || this.#games.size === 0
      ? this.#whole
      : (this.#games.get(game) ?? this.#whole);
  }

  #each(game: string | undefined, change: (line: Timeline) => void): void {
    if (game === undefined) for (const line of [this.#whole, ...this.#games.values()]) change(line);
    else {
      const line = this.#games.get(game) ?? this.#whole.branch();
      this.#games.set(game, line);
      change(line);
    }
  }
}
