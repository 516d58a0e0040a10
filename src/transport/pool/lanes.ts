/** A fixed number of kept-alive connections, each for one request at a time, and a queue for those who wait for one. */
import type { Dispatcher } from 'undici';
import type { WireFault } from '../../http/wire-fault.ts';
import type { OpenDispatcher } from './dispatchers.ts';
import { Tap } from './tap.ts';

/** A connection, perhaps not yet open. */
export interface Lane {
  readonly dispatcher: Dispatcher;
  /** Replies since it was opened: what fails on a used connection may have met its closing. */
  served: number;
  readonly tap: Tap;
  /** When the last answered request was written and when its reply had come, by performance.now(). */
  writtenAt: number;
  answeredAt: number;
  /** How long the server announced to keep the connection while it is idle. */
  announcedMs: number | undefined;
}

/**
 * Lanes rather than an undici Pool: only so is it known whether a request went over a used connection, and that
 * sending it again takes a fresh one; and one that waits is not on the clock.
 */
export class Lanes {
  readonly #open: OpenDispatcher;
  readonly #onStray: (fault: WireFault) => void;
  readonly #size: number;
  readonly #free: Lane[] = [];
  readonly #all = new Set<Lane>();
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(open: OpenDispatcher, size: number, onStray: (fault: WireFault) => void) {
    this.#open = open;
    this.#onStray = onStray;
    this.#size = Math.max(1, size);
  }

  /** Calls back with a lane, at once where one is free. The caller gives it back. */
  take(use: (lane: Lane) => void): void {
    const lane = this.#free.pop() ?? (this.#all.size < this.#size ? this.#add() : undefined);
    if (lane === undefined) this.#waiting.push(use);
    else use(lane);
  }

  give(lane: Lane): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(lane);
    else next(lane);
  }

  /** Closes a lane's connection, in whatever state it is, and gives a fresh lane for it. */
  renew(lane: Lane): Lane {
    this.#all.delete(lane);
    void lane.dispatcher.destroy();
    return this.#add();
  }

  /** Closes the connections that no request is on. */
  shed(): void {
    for (const lane of this.#free.splice(0)) this.#free.push(this.renew(lane));
  }

  /** Closes all connections; requests under way fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(({ dispatcher }) => dispatcher.destroy()));
  }

  #add(): Lane {
    const tap = new Tap(this.#onStray);
    const lane: Lane = {
      dispatcher: this.#open((socket) => tap.watch(socket)),
      served: 0,
      tap,
      writtenAt: 0,
      answeredAt: 0,
      announcedMs: undefined,
    };
    lane.dispatcher.on('connect', () => {
      lane.served = 0;
    });
    this.#all.add(lane);
    return lane;
  }
}
