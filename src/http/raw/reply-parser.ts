/** Reads one HTTP/1 reply from bytes as they come. Pure: no socket, no clock; hostile bytes cost no more than their number. */
import type { NoReply, NoReplyWhy, Reply } from '../exchange.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES, MAX_HEADERS, MAX_PIECES, TOO_LARGE } from '../reply-bounds.ts';
import { ByteQueue } from './byte-queue.ts';
import { framingOf, readHeaderLine, readStatusLine } from './reply-head.ts';

/** How much of a reply is read; tests read less. */
interface ReplyBounds {
  readonly headBytes: number;
  readonly bodyBytes: number;
}

const BOUNDS: ReplyBounds = { headBytes: MAX_HEAD_BYTES, bodyBytes: MAX_BODY_BYTES };

/** `more`: the reply has not ended yet. */
export type Parsed = Reply | NoReply | { readonly kind: 'more' };

/** What the parser reads next. */
type State =
  | 'status'
  | 'headers'
  | 'sized'
  | 'until-close'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailers';

const MORE = { kind: 'more' } as const;
const CHUNK_SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i;
/** A line of a chunk's size and extensions, in bytes. */
const CHUNK_LINE = 1024;

export class ReplyParser {
  readonly #method: string;
  readonly #bounds: ReplyBounds;
  readonly #queue = new ByteQueue();
  #state: State = 'status';
  #status = 0;
  #headers: [string, string][] = [];
  #headBytes = 0;
  /** Header lines so far, continued ones and those of interim replies included. */
  #lines = 0;
  #reason = '';
  readonly #body = new ByteQueue();
  /** Parts of the body so far: chunks, or what the network delivered at once. */
  #pieces = 0;
  /** Bytes that the body or the chunk still lacks. */
  #missing = 0;
  #result: Reply | NoReply | undefined;
  #folded = false;

  /** `method` is that of the request: the reply to a HEAD has no body, whatever its head says. */
  constructor(method: string, bounds = BOUNDS) {
    this.#method = method;
    this.#bounds = bounds;
  }

  /** Whether any byte came. */
  get begun(): boolean {
    return this.#state !== 'status' || this.#headBytes > 0 || this.#queue.length > 0;
  }

  /** What came behind the reply, unread. */
  get rest(): Uint8Array {
    return this.#queue.peek(this.#queue.length);
  }

  /** What RFC 9112 forbids to send, though it is read. */
  get looseness(): readonly string[] {
    return [
      ...(this.#queue.sawBareLine ? ['lines that end in LF without CR'] : []),
      ...(this.#folded ? ['a folded header line'] : []),
    ];
  }

  /** A body that is shorter than its Content-Length; undefined where every body is complete. */
  get cutBody(): { readonly bytes: Uint8Array; readonly missing: number } | undefined {
    if (this.#state !== 'sized' || this.#result !== undefined) return undefined;
    return { bytes: this.#body.peek(this.#body.length), missing: this.#missing };
  }

  /** Reads on. Once there is a reply, or none can come, further bytes change nothing. */
  push(chunk: Uint8Array): Parsed {
    if (this.#result !== undefined) return this.#result;
    this.#queue.push(chunk);
    while (this.#result === undefined && this.#steps[this.#state]());
    return this.#result ?? MORE;
  }

  /** The stream has ended: a reply that is delimited by that, or none. */
  end(): Reply | NoReply {
    if (this.#result === undefined && this.#state === 'until-close') this.#finish();
    const detail = this.begun ? 'closed in the middle of the reply' : 'closed without a reply';
    return (this.#result ??= { kind: 'no-reply', why: 'closed', detail });
  }

  /** One step of each state; false where it needs more bytes. */
  readonly #steps: Readonly<Record<State, () => boolean>> = {
    status: () => this.#looksLikeHttp() && this.#headLine((line) => this.#statusLine(line)),
    headers: () => this.#headLine((line) => (line === '' ? this.#headersEnd() : this.#headerLine(line))),
    sized: () => this.#bodyPart(() => this.#finish()),
    'until-close': () => this.#bodyPart(() => {}),
    'chunk-size': () => this.#line(CHUNK_LINE, (line) => this.#chunkSize(line)),
    'chunk-data': () => this.#bodyPart(() => (this.#state = 'chunk-end')),
    'chunk-end': () => this.#line(CHUNK_LINE, (line) => this.#chunkEnd(line)),
    trailers: () => this.#headLine((line) => line === '' && this.#finish()),
  };

  #looksLikeHttp(): boolean {
    const bytes = this.#queue.peek(5);
    if (looksLikeTls(bytes)) {
      if (bytes.length > 1)
        this.#fail('not-http', 'TLS came where HTTP was expected: the target speaks https there');
      return false;
    }
    const start = Buffer.from(bytes)
      .toString('latin1')
      .replace(/^[\r\n]+/, '');
    if (!'HTTP/'.startsWith(start)) this.#fail('not-http', 'the reply does not begin with HTTP/');
    return this.#result === undefined;
  }

  /** A line of the head or of the trailers: they share one bound, interim replies included. */
  #headLine(read: (line: string) => void): boolean {
    const before = this.#queue.length;
    const limit = this.#bounds.headBytes - this.#headBytes;
    return this.#line(limit, (line) => {
      this.#headBytes += before - this.#queue.length;
      read(line);
    });
  }

  #line(limit: number, read: (line: string) => void): boolean {
    const before = this.#queue.length;
    const line = this.#queue.line();
    const size = line === undefined ? before : before - this.#queue.length;
    if (size > limit) this.#result = TOO_LARGE.head(this.#bounds.headBytes);
    else if (line !== undefined) read(line);
    return line !== undefined;
  }

  #statusLine(line: string): void {
    if (line === '') return;
    const status = readStatusLine(line);
    if (status === undefined)
      return this.#fail('not-http', 'the reply has no status line of HTTP/1.0 or HTTP/1.1');
    this.#status = status;
    this.#reason = line.slice('HTTP/1.1 200 '.length);
    this.#headers = [];
    this.#state = 'headers';
  }

  #headerLine(line: string): void {
    const header = readHeaderLine(line);
    const last = this.#headers.at(-1);
    if (header === undefined)
      return this.#fail('not-http', 'the head of the reply has a line that is not a header');
    if (++this.#lines > MAX_HEADERS) {
      this.#result = TOO_LARGE.headers();
      return;
    }
    this.#folded ||= 'fold' in header;
    if (!('fold' in header)) this.#headers.push([header[0], header[1]]);
    else if (last !== undefined) last[1] = `${last[1]} ${header.fold}`.trim();
    else this.#fail('not-http', 'the head of the reply begins with a blank');
  }

  #headersEnd(): void {
    if (this.#status < 200 && this.#status !== 101) {
      this.#state = 'status';
      return;
    }
    const framing = framingOf(this.#method, this.#status, this.#headers);
    if (framing.kind === 'refused') return this.#fail('not-http', `the reply has ${framing.because}`);
    if (framing.kind === 'none') return this.#finish();
    if (framing.kind === 'sized') return this.#expect('sized', framing.length);
    if (framing.kind === 'until-close') return this.#expect('until-close', Infinity);
    this.#state = 'chunk-size';
  }

  #chunkSize(line: string): void {
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) return this.#fail('not-http', 'a chunk of the reply has no size');
    if (/^0+$/.test(size)) this.#state = 'trailers';
    else this.#expect('chunk-data', Number.parseInt(size, 16));
  }

  #chunkEnd(line: string): void {
    if (line === '') this.#state = 'chunk-size';
    else this.#fail('not-http', 'a chunk of the reply is longer than its size');
  }

  #expect(state: State, length: number): void {
    this.#state = state;
    this.#missing = length;
    const tooLarge = length !== Infinity && this.#body.length + length > this.#bounds.bodyBytes;
    if (tooLarge) this.#tooLarge();
    else if (length === 0) this.#finish();
  }

  #bodyPart(done: () => void): boolean {
    const part = this.#queue.take(this.#missing);
    this.#body.push(part);
    this.#missing -= part.length;
    if (this.#body.length > this.#bounds.bodyBytes) this.#tooLarge();
    else if (part.length > 0 && ++this.#pieces > MAX_PIECES) this.#result = TOO_LARGE.pieces();
    else if (this.#missing === 0) done();
    return part.length > 0;
  }

  #tooLarge(): void {
    this.#result = TOO_LARGE.body(this.#bounds.bodyBytes);
  }

  #finish(): void {
    this.#result = {
      kind: 'reply',
      status: this.#status,
      headers: this.#headers,
      body: this.#body.all(),
      ...statusText(this.#reason),
    };
  }

  #fail(why: NoReplyWhy, detail: string): void {
    this.#result = { kind: 'no-reply', why, detail };
  }
}

/** The text behind a status, but for the usual one. */
export function statusText(text: string): Pick<Reply, 'statusText'> {
  return text === '' || text === 'OK' ? {} : { statusText: text };
}

/** A TLS record begins with its type and the version 3. */
function looksLikeTls([type = 0, version = 3]: Uint8Array): boolean {
  return type >= 0x14 && type <= 0x17 && version === 3;
}
