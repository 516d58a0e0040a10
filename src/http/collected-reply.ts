/** A reply as it comes in: its head, and its body piece by piece, within the bounds. */
import { digits } from '../base/text/quantities.ts';
import type { NoReply, Reply, ReplyHeaders } from './exchange.ts';
import { beyondBounds, MAX_BODY_BYTES, MAX_HEADERS, MAX_PIECES, TOO_LARGE } from './reply-bounds.ts';

type RawHeaders = readonly (Buffer | string)[];

const BODILESS = new Set([204, 304]);

export class CollectedReply {
  #status = 0;
  #statusText = '';
  #headers: ReplyHeaders = [];
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #pieces = 0;

  /** Takes a head, in place of that of an interim reply; undici gives names and values in turn, as bytes. Returns why it is not read on; undefined: it is. */
  begin(status: number, statusText: string, rawHeaders: RawHeaders): NoReply | undefined {
    if (rawHeaders.length > 2 * MAX_HEADERS) return TOO_LARGE.headers();
    const texts = rawHeaders.map((each) => (typeof each === 'string' ? each : each.toString('latin1')));
    this.#headers = texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : []));
    [this.#status, this.#statusText] = [status, statusText];
    return ++this.#pieces > MAX_PIECES ? TOO_LARGE.pieces() : undefined;
  }

  /** Takes a part of the body, which must not change afterwards. Returns why it is not read on; undefined: it is. */
  add(part: Uint8Array): NoReply | undefined {
    this.#chunks.push(part);
    this.#size += part.length;
    if (this.#size > MAX_BODY_BYTES) return TOO_LARGE.body();
    return ++this.#pieces > MAX_PIECES ? TOO_LARGE.pieces() : undefined;
  }

  /** The reply, once it has ended. */
  get reply(): Reply {
    const [status, text] = [this.#status, this.#statusText];
    const isUsual = text === '' || text === 'OK';
    const reply = { kind: 'reply', status, headers: this.#headers, body: this.#body } as const;
    return isUsual ? reply : { ...reply, statusText: text };
  }

  /** How many bytes its Content-Length promises beyond those that came. */
  get missing(): number {
    const length = this.#headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '';
    return BODILESS.has(this.#status) || !/^[0-9]{1,15}$/.test(length) ? 0 : Number(length) - this.#size;
  }

  /**
   * The outcome for a reply that ran out of time because its Content-Length promises more than was sent: what came is a whole
   * JSON value, to which nothing can be added. Undefined: it may only be slow.
   */
  get overpromised(): NoReply | undefined {
    const { missing } = this;
    if (missing <= 0 || !isWholeJson(this.#body)) return undefined;
    const [promised, came] = [digits(this.#size + missing), digits(this.#size)];
    const detail = `the Content-Length of the reply promises ${promised} bytes, and its JSON ends after ${came}`;
    return { kind: 'no-reply', why: 'not-http', detail };
  }

  get #body(): Uint8Array {
    const [first, second] = this.#chunks;
    return first !== undefined && second === undefined ? first : Buffer.concat(this.#chunks);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether bytes are a JSON object or list to which only blanks can be added. */
function isWholeJson(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || beyondBounds(bytes) !== undefined) return false;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
