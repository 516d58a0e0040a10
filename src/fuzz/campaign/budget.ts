/**
 * What a fuzz run may spend: requests of every kind, and time. Generated trials get a share; the rest is kept for confirming
 * and shrinking what they find.
 */
import type { Allowance } from '../failures/shrink.ts';
import { sizeOf, type Trial } from '../trials/relations.ts';
import type { Outcome, Transport } from '../../http/exchange.ts';

/** The share of all requests that each round keeps back: another round follows while nothing was found. */
const KEPT_BACK: readonly number[] = [1 / 3, 1 / 9, 1 / 27];
/** Once something was found, trials are generated until this part of the time is over. */
const GENERATING = 2 / 3;

export class FuzzBudget {
  readonly #runs: number;
  readonly #timeMs: number;
  #began = performance.now();
  #round = 0;
  #planned = 0;
  #sent = 0;
  #isShareSpent = false;
  #isRefused = false;

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

  /** How many requests were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Takes one request; false: none is left. */
  spend(): boolean {
    this.#isRefused ||= this.#sent >= this.#runs;
    if (this.#sent >= this.#runs) return false;
    this.#sent += 1;
    return true;
  }

  /** Whether a request was refused, so that a trial may have ended early. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Whether no request may be sent any more. */
  get isOver(): boolean {
    return this.#sent >= this.#runs || this.#elapsed >= this.#timeMs;
  }

  /** Whether no trial may be generated any more: once something was found, time is kept for it. */
  isGeneratingOver(hasFound: boolean): boolean {
    return this.isOver || (hasFound && this.#elapsed >= this.#timeMs * GENERATING);
  }

  /** Whether the share of this round is spent. */
  get isShareSpent(): boolean {
    return this.#isShareSpent;
  }

  /** Plans a trial if the share of the round covers it. */
  takes(trial: Trial): boolean {
    const planned = this.#planned + sizeOf(trial);
    this.#isShareSpent = planned > this.#share;
    if (!this.#isShareSpent) this.#planned = planned;
    return !this.#isShareSpent;
  }

  /** Releases more of what was kept back, once all that was planned is sent; false: there is no more. */
  nextRound(): boolean {
    if (!this.#isShareSpent || this.#round + 1 >= KEPT_BACK.length) return false;
    this.#round += 1;
    // Repeats and checks were not planned, but sent.
    this.#planned = Math.max(this.#planned, this.#sent);
    this.#isShareSpent = false;
    return true;
  }

  /** The part of the remaining budget that one of this many failures gets. */
  allowanceFor(failures: number): Allowance {
    const left = (this.#timeMs - this.#elapsed) / failures;
    return { requests: Math.floor((this.#runs - this.#sent) / failures), until: performance.now() + left };
  }

  get #elapsed(): number {
    return performance.now() - this.#began;
  }

  get #share(): number {
    if (this.#runs === Number.POSITIVE_INFINITY) return this.#runs;
    return this.#runs - Math.floor(this.#runs * (KEPT_BACK[this.#round] ?? 0));
  }
}

const REFUSED: Outcome = { kind: 'no-reply', why: 'aborted', detail: 'the requests of the run are spent' };

/** Counts every request; one too many is not sent, and gets no reply. */
export function metered(inner: Transport, budget: Pick<FuzzBudget, 'spend'>): Transport {
  return {
    send: (request, signal) =>
      budget.spend() ? inner.send(request, signal) : Promise.resolve({ request, outcome: REFUSED, ms: 0 }),
    single: () => metered(inner.single(), budget),
    close: () => inner.close(),
  };
}
