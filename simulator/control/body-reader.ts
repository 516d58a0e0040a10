/** Collects the body of a request to the control API, within bounds of size and time. */
import type { Message, Sink } from '../http/message.ts';
import { ControlError } from './control-error.ts';

export const MOST_BODY_BYTES = 32 * 1024 * 1024;
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
