/** Keeps what comes of a body until the code that reads it is loaded, as the parser does not wait. */
import type { Message, Sink } from '../http/message.ts';

export class HeldBody implements Sink {
  readonly #message: Message;
  readonly #most: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #isWhole = false;

  /** Keeps pieces until they are more than `most` bytes together, which is as much as a reader needs to refuse them. */
  constructor(message: Message, most: number) {
    this.#message = message;
    this.#most = most;
    message.sink = this;
  }

  take(chunk: Uint8Array): void {
    if (this.#size <= this.#most) this.#pieces.push(chunk);
    this.#size += chunk.length;
  }

  end(): void {
    this.#isWhole = true;
  }

  /** Gives everything to the sink that the message has by now; without another one the body is dropped. */
  release(): void {
    const { sink } = this.#message;
    const pieces = this.#pieces;
    this.#pieces = [];
    if (sink === this) this.#message.sink = undefined;
    if (sink === this || sink === undefined) return;
    for (const piece of pieces) sink.take(piece);
    if (this.#isWhole) sink.end();
  }
}
