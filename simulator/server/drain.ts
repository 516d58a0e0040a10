/** Connections that have had their last reply: they are read for a moment more, as a reset would destroy the reply. */
import type { Duplex } from 'node:stream';

const LINGER_MS = 500;

export class Drain {
  readonly #timers = new Map<Duplex, NodeJS.Timeout>();

  /** Drops what still comes, until both sides have ended the connection or the time is up. Its errors are ignored. */
  add(socket: Duplex): void {
    if (this.#timers.has(socket)) return;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    this.#timers.set(socket, timer);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#forget(socket));
    socket.resume();
  }

  destroyAll(): void {
    for (const socket of this.#timers.keys()) socket.destroy();
  }

  #forget(socket: Duplex): void {
    clearTimeout(this.#timers.get(socket));
    this.#timers.delete(socket);
  }
}
