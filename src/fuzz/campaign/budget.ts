/** What a fuzz run may spend: requests of every kind, and time. Trials get a share; the rest is kept for confirming and shrinking what they find. */
import type { Outcome, Transport } from '../../http/exchange.ts';

/** The shares of all requests that trials have, the next one while nothing was found. */
const SHARES: readonly number[] = [2 / 3, 8 / 9, 26 / 27];
/** Once something was found, trials go on until this part of the time is over. */
const TRYING = 2 / 3;

/** What shrinking one failure may spend. */
export interface Allowance {
  readonly requests: number;
  /** By performance.now(). */
  readonly until: number;
}

export class FuzzBudget {
  readonly #runs: number;
  readonly #timeMs: number;
  #began = performance.now();
  /** How many requests were sent. */
  sent = 0;
  /** Whether a request was refused, so that a trial may have ended early. */
  isRefused = false;

  /** `runs`: requests at most; `timeMs`: from `start` on; undefined: no bound. */
  constructor({ runs, timeMs }: { readonly runs: number | undefined; readonly timeMs: number | undefined }) {
    this.#runs = runs ?? Number.POSITIVE_INFINITY;
    this.#timeMs = timeMs ?? Number.POSITIVE_INFINITY;
  }

  /** Starts the clock; the result stops it. `end` is called when the time is over. */
  start(end: () => void): () => void {
    this.#began = performance.now();
    if (this.#timeMs === Number.POSITIVE_INFINITY) return () => {};
    const timer = setTimeout(end, this.#timeMs);
    return () => clearTimeout(timer);
  }

  get elapsed(): number {
    return performance.now() - this.#began;
  }

  /** Whether no request may be sent any more. */
  get isOver(): boolean {
    return this.sent >= this.#runs || this.elapsed >= this.#timeMs;
  }

  /** Whether no trial may be begun any more: once something was found, time is kept for it. */
  isTryingOver(hasFound: boolean): boolean {
    return this.isOver || (hasFound && this.elapsed >= this.#timeMs * TRYING);
  }

  /** The numbers of requests that trials have, in turn. */
  get shares(): readonly number[] {
    return this.#runs === Number.POSITIVE_INFINITY
      ? [this.#runs]
      : SHARES.map((share) => this.#runs - Math.floor(this.#runs * (1 - share)));
  }

  /** The part of the rest that one of this many failures gets. */
  allowanceFor(failures: number): Allowance {
    const ms = (this.#timeMs - this.elapsed) / failures;
    return { requests: Math.floor((this.#runs - this.sent) / failures), until: performance.now() + ms };
  }

  /** Counts every request; one too many is not sent, and gets no reply. */
  metered(inner: Transport): Transport {
    return {
      ...(inner.cannot && { cannot: (request) => inner.cannot?.(request) }),
      send: (request, signal) => {
        if (this.sent < this.#runs) {
          this.sent += 1;
          return inner.send(request, signal);
        }
        this.isRefused = true;
        return Promise.resolve({ request, outcome: REFUSED, ms: 0 });
      },
      single: () => this.metered(inner.single()),
      close: () => inner.close(),
    };
  }
}

const REFUSED: Outcome = { kind: 'no-reply', why: 'aborted', detail: 'the requests of the run are spent' };
