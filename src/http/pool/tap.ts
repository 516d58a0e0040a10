/** Listens to the bytes that a connection brings, under undici: which belong to the request under way, and which to none. */
import type { Socket } from 'node:net';
import type { WireFault } from '../exchange.ts';
import { ByteQueue } from '../raw/byte-queue.ts';
import { bytesUnasked } from '../raw/reply-faults.ts';

/** A longer reply is not kept: then only undici's reading of it counts. */
const MAX_KEPT = 1024 * 1024;

export class Tap {
  readonly #onStray: (fault: WireFault) => void;
  #socket: Socket | undefined;
  #listening = false;
  #bytes = new ByteQueue();
  #size = 0;

  /** `onStray` is called with bytes that came while no request was under way. */
  constructor(onStray: (fault: WireFault) => void) {
    this.#onStray = onStray;
  }

  /** Bytes since the request was written. */
  get size(): number {
    return this.#size;
  }

  /** The bytes since the request was written; undefined: they are too many. */
  get bytes(): Uint8Array | undefined {
    return this.#size <= MAX_KEPT ? this.#bytes.peek(this.#size) : undefined;
  }

  /** The server has ended the connection: nothing more comes. */
  get hasEnded(): boolean {
    return this.#socket?.readableEnded === true;
  }

  /** Listens to this socket from now on: undici takes what comes by its method `read`. */
  watch(socket: Socket): void {
    this.#socket = socket;
    this.#drop();
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (chunk instanceof Uint8Array && socket === this.#socket) this.#take(chunk);
      return chunk;
    };
  }

  /** A request is about to be written. */
  begin(): void {
    this.#drop();
    this.#listening = true;
  }

  /** The request has its reply, or none. */
  end(): void {
    this.#drop();
    this.#listening = false;
  }

  #take(chunk: Uint8Array): void {
    if (!this.#listening) {
      const fault = bytesUnasked(chunk);
      if (fault !== undefined) this.#onStray(fault);
      return;
    }
    this.#size += chunk.length;
    if (this.#size <= MAX_KEPT) this.#bytes.push(chunk);
    else this.#bytes = new ByteQueue();
  }

  #drop(): void {
    this.#bytes = new ByteQueue();
    this.#size = 0;
  }
}
