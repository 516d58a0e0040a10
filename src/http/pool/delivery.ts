/** A request on its way from `send` to its exchange: through the queue, over one slot or two, perhaps over a raw connection. */
import type { Exchange, Outcome, WireFault } from '../exchange.ts';
import { withinBounds } from '../reply-bounds.ts';
import type { Request } from '../request.ts';
import type { DispatchTry } from './attempt.ts';
import type { Closing } from './kept-connections.ts';
import { onAbort } from '../on-abort.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { ABORTED } from '../why.ts';

export class RequestDelivery {
  readonly request: Request;
  readonly resolved: ResolvedRequest;
  /** The try under way, once a slot is free. */
  attempt: DispatchTry | undefined;
  /** What became of it before it was sent again over a fresh connection. */
  before: Outcome | undefined;
  /** Whether it was written on more than one connection. */
  resent = false;
  /** What was wrong on the wire so far. */
  readonly faults: WireFault[] = [];
  /** The used connection that was closed on it. */
  closing: Closing | undefined;
  finished = false;

  readonly #done: (exchange: Exchange) => void;
  #cancels: readonly (() => void)[] = [];

  constructor(request: Request, resolved: ResolvedRequest, done: (exchange: Exchange) => void) {
    this.request = request;
    this.resolved = resolved;
    this.#done = done;
  }

  /** From here on any of these signals stops it. */
  stopOn(signals: readonly (AbortSignal | undefined)[]): void {
    this.#cancels = signals.map((signal) => onAbort(signal, () => this.#stop()));
  }

  /** `startedAt`: when the request was sent, by performance.now(). */
  finish(outcome: Outcome, startedAt: number): void {
    if (this.finished) return;
    this.finished = true;
    for (const cancel of this.#cancels) cancel();
    const ms = performance.now() - startedAt;
    this.#done({
      request: this.request,
      outcome: withinBounds(outcome, this.request),
      ms,
      ...(this.faults.length > 0 && { faults: this.faults }),
      ...(this.resent && { resent: true as const }),
    });
  }

  #stop(): void {
    if (this.attempt === undefined) this.finish(ABORTED, performance.now());
    else this.attempt.stop();
  }
}
