/** All requests that are not yet read to their end, and a coarse clock for their time-outs. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestReader, type ConnectionContext } from './request-reader.ts';
import type { Message } from './message.ts';

/** Ticks per time-out: one timer for all requests costs a request next to nothing, and is a tenth late at most. */
const TICKS = 10;

export class OpenRequests {
  readonly #open = new Set<RequestReader>();
  readonly #connection: ConnectionContext;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Omit<ConnectionContext, 'ended'>) {
    this.#connection = { ...parts, ended: (reader) => this.#open.delete(reader) };
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), this.#connection.limits.bodyTimeoutMs / TICKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Begins to read a request. */
  add(message: Message, response: ServerResponse): RequestReader {
    const reader = new RequestReader(message, response, this.#tick, this.#connection);
    this.#open.add(reader);
    return reader;
  }

  /** The request on a connection that is not yet read to its end. */
  openOn(socket: Duplex): RequestReader | undefined {
    return [...this.#open].find(({ message }) => message.socket === socket);
  }

  #sweep(): void {
    this.#tick += 1;
    for (const reader of this.#open) {
      if (reader.message.destroyed) this.#open.delete(reader);
      else if (this.#tick - reader.since > TICKS) reader.giveUp('timed out');
    }
  }
}
