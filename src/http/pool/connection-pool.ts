/** A fixed number of kept-alive connections, each for one request at a time, and a queue of requests that wait for one. */
import { buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { WireFault } from '../exchange.ts';
import { Tap } from './tap.ts';
import type { Socket } from 'node:net';
import { MAX_HEAD_BYTES } from '../reply-bounds.ts';
import type { Link } from '../link.ts';

/** A connection, perhaps not yet open. */
export interface PoolSlot {
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
 * Replaces undici's Pool, which does not show whether a request went over a used connection, can't be made to send it again
 * over a fresh one, and counts waiting as part of the time-out.
 */
export class ConnectionPool {
  readonly #open: OpenDispatcher;
  readonly #onStray: (fault: WireFault) => void;
  readonly #size: number;
  readonly #free: PoolSlot[] = [];
  readonly #all = new Set<PoolSlot>();
  readonly #waiting: ((slot: PoolSlot) => void)[] = [];

  constructor(open: OpenDispatcher, size: number, onStray: (fault: WireFault) => void) {
    this.#open = open;
    this.#onStray = onStray;
    this.#size = Math.max(1, size);
  }

  /** Calls back with a slot, at once where one is free. The caller gives it back. */
  take(use: (slot: PoolSlot) => void): void {
    const slot = this.#free.pop() ?? (this.#all.size < this.#size ? this.#add() : undefined);
    if (slot === undefined) this.#waiting.push(use);
    else use(slot);
  }

  give(slot: PoolSlot): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(slot);
    else next(slot);
  }

  /** Closes a slot's connection, in whatever state it is, and gives a fresh slot for it. */
  renew(slot: PoolSlot): PoolSlot {
    void slot.dispatcher.destroy();
    return this.setAside(slot);
  }

  /** Takes a slot out of the pool with its connection open, which the caller closes, and gives a fresh slot for it. */
  setAside(slot: PoolSlot): PoolSlot {
    this.#all.delete(slot);
    return this.#add();
  }

  /** Closes the connections that no request is on. */
  closeIdle(): void {
    for (const slot of this.#free.splice(0)) this.#free.push(this.renew(slot));
  }

  /** Closes all connections; requests under way fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(({ dispatcher }) => dispatcher.destroy()));
  }

  #add(): PoolSlot {
    const tap = new Tap(this.#onStray);
    const slot: PoolSlot = {
      dispatcher: this.#open((socket) => tap.watch(socket)),
      served: 0,
      tap,
      writtenAt: 0,
      answeredAt: 0,
      announcedMs: undefined,
    };
    slot.dispatcher.on('connect', () => {
      slot.served = 0;
    });
    this.#all.add(slot);
    return slot;
  }
}

/** The undici client of one connection to a target, straight or through a proxy. */

/**
 * Makes a client of one connection, and hands over each socket that it opens straight to the target: behind a proxy there is
 * none. The time-outs of undici are off: they fire up to a second late.
 */
type OpenDispatcher = (onSocket: (socket: Socket) => void) => Dispatcher;

export function dispatcherMaker({ origin, tls, settings }: Link): OpenDispatcher {
  const limits = {
    pipelining: 1,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const connect = { timeout: 0, ...(tls && { secureContext: tls }) };
  const { proxy } = settings;
  if (proxy === undefined) {
    const open = buildConnector(connect);
    return (onSocket) =>
      new Client(origin, {
        ...limits,
        connect: (options, callback) =>
          open(options, (...opened) => {
            if (opened[0] === null) onSocket(opened[1]);
            callback(...opened);
          }),
      });
  }
  return () =>
    new ProxyAgent({
      uri: proxy,
      proxyTunnel: false,
      connections: 1,
      requestTls: connect,
      proxyTls: { timeout: 0 },
      factory: (to, options) => new Client(to, { ...options, ...limits }),
    });
}
