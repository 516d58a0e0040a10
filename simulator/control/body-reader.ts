/** The body of a request to the control API: collected from its first byte on, as the parser does not wait, within bounds of size and time. */
import type { Message, Sink } from '../server/message.ts';
import { ControlError } from './api/control-error.ts';

const MAX_CONTROL_BODY_BYTES = 32 * 1024 * 1024;
export const BODY_TIMEOUT_MS = 30_000;

const tooLarge = (most: number): ControlError =>
  new ControlError('too-large', `a body of at most ${most} bytes is read`, 'body');

export class ControlBody implements Sink {
  readonly #message: Message;
  readonly #most: number;
  readonly #bytes: Promise<Uint8Array>;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #resolve: (bytes: Uint8Array) => void = () => {};
  #reject: (error: ControlError) => void = () => {};

  constructor(message: Message, most: number = MAX_CONTROL_BODY_BYTES) {
    this.#message = message;
    this.#most = most;
    this.#bytes = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A route may ask for it later, or never.
    this.#bytes.catch(() => {});
    message.sink = this;
    if (Number(message.headers['content-length'] ?? 0) > most) this.#fail(tooLarge(most));
    message.once('close', () => this.#fail(new ControlError('invalid', 'the request broke off', 'body')));
  }

  take(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size <= this.#most) this.#chunks.push(chunk);
    else this.#fail(tooLarge(this.#most));
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
    const late = new ControlError('timeout', 'the body did not come in time', 'body');
    const timer = setTimeout(() => this.#fail(late), timeoutMs).unref();
    const bytes = await this.#bytes.finally(() => clearTimeout(timer));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new ControlError('invalid', 'the body is not UTF-8', 'body');
    }
  }

  #fail(error: ControlError): void {
    this.#chunks = [];
    this.#reject(error);
  }
}
