/** The body of a request to the control API: kept until its reader is loaded, then collected within bounds of size and time. */
import type { Message, Sink } from '../http/message.ts';
import { ControlError } from './api/control-error.ts';

export const MAX_CONTROL_BODY_BYTES = 32 * 1024 * 1024;
export const BODY_TIMEOUT_MS = 30_000;

const tooLarge = (most: number): ControlError =>
  new ControlError('too-large', `a body of at most ${most} bytes is read`, 'body');

class Collector implements Sink {
  readonly text: Promise<string>;
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #resolve: (text: string) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(most: number) {
    this.#most = most;
    this.text = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  take(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size <= this.#most) this.#chunks.push(chunk);
    else this.fail(tooLarge(this.#most));
  }

  end(): void {
    try {
      const bytes = Buffer.concat(this.#chunks);
      this.#resolve(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      this.fail(new ControlError('invalid', 'the body is not UTF-8', 'body'));
    }
    this.#chunks = [];
  }

  /** Rejects, and drops what still comes. */
  fail(error: ControlError): void {
    this.#chunks = [];
    this.#reject(error);
  }
}

/** Begins to collect at once, as the parser does not wait; ControlError where the body is too large or too late. */
export function collectBody(message: Message, most: number, timeoutMs: number): Promise<string> {
  const collector = new Collector(most);
  message.sink = collector;
  if (Number(message.headers['content-length'] ?? 0) > most) collector.fail(tooLarge(most));
  const late = new ControlError('timeout', 'the body did not come in time', 'body');
  const timer = setTimeout(() => collector.fail(late), timeoutMs).unref();
  message.once('close', () => collector.fail(new ControlError('invalid', 'the request broke off', 'body')));
  return collector.text.finally(() => clearTimeout(timer));
}

/** Keeps what comes of a body until the code that reads it is loaded, as the parser does not wait. */

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
