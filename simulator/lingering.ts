/** Connections that have had their last reply: they are read on for a moment, or a reset would take the reply away. */
import type { Duplex } from 'node:stream';

const LINGER_MS = 500;

export class Lingering {
  readonly #timers = new Map<Duplex, NodeJS.Timeout>();

  /** Ends our side of the connection, drops what still comes, and destroys it when the client has gone or the time is up. */
  add(socket: Duplex): void {
    if (this.#timers.has(socket)) return;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    this.#timers.set(socket, timer);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#forget(socket));
    socket.once('end', () => socket.destroy());
    if (!socket.writableEnded) socket.end();
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
