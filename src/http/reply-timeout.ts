/**
 * How long a request may take: at first what --timeout says; once many got no reply in that time, only a while longer than the
 * slowest answer that the target gave. A late reply is still heard, on its own connection.
 */

/** With more time-outs than this the target has shown that waiting longer brings nothing. */
const MAX_FULL_TIMEOUTS = 9;
/** The shortened time-out: as many times the slowest answer, and never below a second. */
const TIMES_SLOWEST = 20;
const MIN_SHORTENED_MS = 1000;
/** A reply that is later than this many time-outs is no longer listened for. */
const LATE_TIMES = 4;
/** The most connections on which a late reply is listened for at once. */
const MAX_LISTENING = 128;

export class ReplyTimeout {
  readonly #timeoutMs: number;
  readonly #listening: number;
  #slowestMs = 0;
  #timeouts = 0;
  /** What ends each connection on which a late reply is listened for. */
  readonly #stops = new Set<() => void>();

  /** `listening`: on how many connections it listens at most. */
  constructor(timeoutMs: number, listening = MAX_LISTENING) {
    this.#timeoutMs = timeoutMs;
    this.#listening = listening;
  }

  /** Milliseconds that the next request may take. */
  get ms(): number {
    if (this.#timeouts <= MAX_FULL_TIMEOUTS) return this.#timeoutMs;
    // In whole tenths of a second, so that the messages of many requests are alike.
    const shortened = Math.max(MIN_SHORTENED_MS, 100 * Math.ceil((TIMES_SLOWEST * this.#slowestMs) / 100));
    return Math.min(this.#timeoutMs, shortened);
  }

  /** `5000 ms`; where it is shortened, from what and why. */
  get words(): string {
    const { ms } = this;
    return ms === this.#timeoutMs
      ? `${ms} ms`
      : `${ms} ms (shortened from ${this.#timeoutMs} ms: more than ${MAX_FULL_TIMEOUTS} requests had timed out, and no answer took longer than a ${TIMES_SLOWEST}th of it)`;
  }

  answered(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, ms);
  }

  timedOut(): void {
    this.#timeouts += 1;
  }

  /**
   * Listens for the reply of a request that ran out of time: `arrived` resolves to true once it has come whole, to false once
   * none can come any more; `stop` ends the connection. Resolves to whether it came; undefined: too many are listened for.
   */
  listen(arrived: Promise<boolean>, stop: () => void): Promise<boolean> | undefined {
    if (this.#stops.size >= this.#listening) return void stop();
    const began = performance.now() - this.ms;
    this.#stops.add(stop);
    const timer = setTimeout(stop, (LATE_TIMES - 1) * this.#timeoutMs);
    return arrived.then((came) => {
      clearTimeout(timer);
      this.#stops.delete(stop);
      stop();
      if (came) this.answered(performance.now() - began);
      return came;
    });
  }

  /** Listens no longer. */
  close(): void {
    for (const stop of this.#stops) stop();
  }
}
