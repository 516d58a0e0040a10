/** One try to send a request over a slot: collects the reply, and stops when aborted or when time is up. */
import type { Dispatcher } from 'undici';
import type { Reply, ReplyHeaders } from '../exchange.ts';
import { MAX_BODY_BYTES, MAX_HEADERS, MAX_PIECES, TOO_LARGE } from '../reply-bounds.ts';
import { ByteQueue } from '../raw/byte-queue.ts';
import { statusText } from '../raw/reply-parser.ts';
import type { Tap } from './tap.ts';
import { BoundError } from '../why.ts';

/** How a try ended, and when it was written, or else handed over, by performance.now(). */
export type DispatchTryEnd = { readonly startedAt: number } & (
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** `written`: it had been written on a connection; `answered`: a reply had begun. */
  | {
      readonly kind: 'error';
      readonly error: unknown;
      readonly written: boolean;
      readonly answered: boolean;
    }
  /** `written`: it had been written on a connection; `arrived`: whether its reply has come whole after all, once that is known. */
  | { readonly kind: 'late'; readonly written: boolean; readonly arrived: Promise<boolean> }
  | { readonly kind: 'stopped' }
);

type Controller = Dispatcher.DispatchController;

export class DispatchTry implements Dispatcher.DispatchHandler {
  #settle: (end: DispatchTryEnd) => void;
  readonly #tap: Tap;
  readonly #timer: NodeJS.Timeout;
  #startedAt = performance.now();
  #written = false;
  #answered = false;
  #settled = false;
  #status = 0;
  #statusText = '';
  #headers: ReplyHeaders = [];
  readonly #body = new ByteQueue();
  #pieces = 0;

  /** A plain timer for each try: AbortSignal.timeout costs as much as the request itself. */
  constructor(timeoutMs: number, tap: Tap, settle: (end: DispatchTryEnd) => void) {
    this.#tap = tap;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.#late(), timeoutMs);
  }

  stop(): void {
    if (this.#ends()) this.#settle({ kind: 'stopped', startedAt: this.#startedAt });
  }

  fail(error: unknown): void {
    const [startedAt, written, answered] = [this.#startedAt, this.#written, this.#answered];
    if (this.#ends()) this.#settle({ kind: 'error', error, written, answered, startedAt });
  }

  onRequestStart(controller: Controller): void {
    if (this.#settled) return controller.abort(new Error('stopped'));
    this.#written = true;
    this.#tap.begin();
    this.#startedAt = performance.now();
    this.#timer.refresh();
  }

  onResponseStarted(): void {
    this.#answered = true;
  }

  onResponseStart(controller: Controller, status: number, _: unknown, statusMessage = ''): void {
    const raw = controller.rawHeaders;
    if (Array.isArray(raw) && raw.length > 2 * MAX_HEADERS)
      return controller.abort(new BoundError(TOO_LARGE.headers()));
    // A reply may have any number of interim ones before it.
    if (++this.#pieces > MAX_PIECES) return controller.abort(new BoundError(TOO_LARGE.pieces()));
    this.#status = status;
    this.#statusText = statusMessage;
    this.#headers = readHeaders(raw);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body.length + chunk.length > MAX_BODY_BYTES)
      return controller.abort(new BoundError(TOO_LARGE.body()));
    if (++this.#pieces > MAX_PIECES) return controller.abort(new BoundError(TOO_LARGE.pieces()));
    this.#body.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#ends()) return;
    const reply: Reply = {
      kind: 'reply',
      status: this.#status,
      headers: this.#headers,
      body: this.#body.all(),
      ...statusText(this.#statusText),
    };
    this.#settle({ kind: 'reply', reply, startedAt: this.#startedAt });
  }

  onResponseError(_: Controller, error: unknown): void {
    this.fail(error);
  }

  #late(): void {
    if (!this.#ends()) return;
    const settle = this.#settle;
    const arrived = new Promise<boolean>((heard) => {
      this.#settle = ({ kind }) => heard(kind === 'reply');
      this.#settled = false;
    });
    settle({ kind: 'late', written: this.#written, arrived, startedAt: this.#startedAt });
  }

  /** True for the first end of the try; its connection is then of no more use unless the reply is whole. */
  #ends(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    return true;
  }
}

/** undici gives names and values in turn, as bytes. */
function readHeaders(raw: Controller['rawHeaders']): ReplyHeaders {
  if (!Array.isArray(raw)) return [];
  const headers: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([text(raw[i]), text(raw[i + 1])]);
  return headers;
}

function text(value: Buffer | string | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '');
}
