/** The body of a request to the control API: collected from its first byte on, as the parser does not wait, within bounds of size and time. */
import type { Message, Sink } from '../server/message.ts';
import { refusedFor, type ControlError } from './control-error.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = refusedFor('too-large', `a body of at most ${MAX_BYTES} bytes is read`, 'body');

export class ControlBody implements Sink {
  readonly #message: Message;
  readonly #whole: Promise<Uint8Array>;
  #resolve: (bytes: Uint8Array) => void = () => {};
  #fail: (error: ControlError) => void = () => {};
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(message: Message) {
    this.#message = message;
    this.#whole = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#fail = reject;
    });
    // A route may ask for it later, or never.
    this.#whole.catch(() => {});
    message.sink = this;
    if (Number(message.headers['content-length'] ?? 0) > MAX_BYTES) this.#fail(TOO_LARGE);
    message.once('close', () => this.#fail(refusedFor('invalid', 'the request broke off', 'body')));
  }

  take(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size <= MAX_BYTES) this.#chunks.push(chunk);
    else {
      this.#chunks = [];
      this.#fail(TOO_LARGE);
    }
  }

  end(): void {
    this.#resolve(Buffer.concat(this.#chunks));
    this.#chunks = [];
  }

  /** Forgets what came, and reads nothing of what still comes. */
  drop(): void {
    this.#chunks = [];
    if (this.#message.sink === this) this.#message.sink = undefined;
  }

  /** The whole text; ControlError where the body is too large, too late, or no text. */
  async text(timeoutMs: number): Promise<string> {
    const late = refusedFor('timeout', 'the body did not come in time', 'body');
    const timer = setTimeout(() => this.#fail(late), timeoutMs).unref();
    const bytes = await this.#whole.finally(() => clearTimeout(timer));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw refusedFor('invalid', 'the body is not UTF-8', 'body');
    }
  }
}
