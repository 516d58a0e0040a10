/** Keeps several runs side by side, so that what changes on a target while it is compared meets all of them. */
import type { Exchange, Transport } from '../http/exchange.ts';
import { onAbort } from '../transport/on-abort.ts';

/** How many cases one run may be ahead of the slowest. */
const WINDOW = 32;

interface Seat {
  done: number;
  isOver: boolean;
}

export class Lockstep {
  readonly #seats: Seat[] = [];
  #waiting: (() => void)[] = [];

  /** A place for one run; all places are taken before the first run begins. */
  join(): { over(transport: Transport): Transport; caseDone(): void; leave(): void } {
    const seat: Seat = { done: 0, isOver: false };
    this.#seats.push(seat);
    return {
      over: (transport) => this.#over(seat, transport),
      caseDone: () => {
        seat.done += 1;
        this.#wake();
      },
      leave: () => {
        seat.isOver = true;
        this.#wake();
      },
    };
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #isAhead(seat: Seat): boolean {
    return this.#seats.some((other) => !other.isOver && seat.done > other.done + WINDOW);
  }

  async #turn(seat: Seat, signal: AbortSignal | undefined): Promise<void> {
    while (this.#isAhead(seat)) {
      if (signal?.aborted === true) return;
      const off: (() => void)[] = [];
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        off.push(onAbort(signal, resolve));
      });
      for (const take of off) take();
    }
  }

  #over(seat: Seat, transport: Transport): Transport {
    const send: Transport['send'] = async (request, signal): Promise<Exchange> => {
      await this.#turn(seat, signal);
      return transport.send(request, signal);
    };
    return {
      ...(transport.closeIdle !== undefined && { closeIdle: () => transport.closeIdle?.() }),
      send,
      single: () => this.#over(seat, transport.single()),
      close: () => transport.close(),
    };
  }
}
