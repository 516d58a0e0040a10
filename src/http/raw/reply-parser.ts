/**
 * Reads the replies to one or more requests on a connection as their bytes come; the last one that comes counts. Pure: no socket,
 * no clock; hostile bytes cost no more than their number.
 */
import { CollectedReply } from '../collected-reply.ts';
import type { NoReply, Outcome, Reply, ReplyHeaders } from '../exchange.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES, MAX_HEADERS, TOO_LARGE } from '../reply-bounds.ts';
import { CUT, looksLikeTls, NoReplyError, TLS_CAME } from '../why.ts';
import { ByteQueue } from './byte-queue.ts';

const STATUS_LINE = /^HTTP\/1\.[01] ([1-9][0-9]{2})(?: (.*)|$)/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const FOLD = /^[ \t]+(.*?)[ \t]*$/;
const CHUNK_SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i;
/** A line of a chunk's size and extensions, in bytes. */
const CHUNK_LINE = 1024;

/** Reads on each time that `next` is called: it yields where it needs more bytes. */
type Reading<T> = Generator<undefined, T, undefined>;

const notHttp = (detail: string): NoReplyError =>
  new NoReplyError({ kind: 'no-reply', why: 'not-http', detail });

function check(beyond: NoReply | undefined): void {
  if (beyond !== undefined) throw new NoReplyError(beyond);
}

export class ReplyParser {
  readonly #method: string;
  readonly #bytes = new ByteQueue();
  readonly #reading: Reading<Reply>;
  #ended = false;
  #outcome: Outcome | undefined;
  /** The reply to an earlier request. */
  #before: Reply | undefined;
  #reply = new CollectedReply();
  #begun = false;
  /** Bytes and header lines of heads and trailers so far, those of interim replies included. */
  #headBytes = 0;
  #headerLines = 0;

  /** `method` is that of the requests: the reply to a HEAD has no body, whatever its head says. */
  constructor(method: string, requests = 1) {
    this.#method = method;
    this.#reading = this.#lastOf(requests);
  }

  /** Whether any byte came. */
  get begun(): boolean {
    return this.#begun;
  }

  /** The reply to an earlier request, where nothing came after it: it counts if the server goes. */
  get earlier(): Reply | undefined {
    return this.#before;
  }

  /** Why a reply that did not come in time never will; undefined: it may only be slow. */
  get overpromised(): NoReply | undefined {
    return this.#reply.overpromised;
  }

  /** Reads on; undefined while the reply has not ended. Once there is an outcome, further bytes change nothing. */
  push(chunk: Uint8Array): Outcome | undefined {
    this.#begun ||= chunk.length > 0;
    this.#bytes.push(chunk);
    return this.#go();
  }

  /** The stream has ended: a reply that is delimited by that, or none. */
  end(): Outcome {
    this.#ended = true;
    return this.#go() ?? CUT;
  }

  #go(): Outcome | undefined {
    try {
      const next = this.#outcome === undefined ? this.#reading.next() : undefined;
      if (next?.done === true) this.#outcome = next.value;
    } catch (error) {
      if (!(error instanceof NoReplyError)) throw error;
      this.#outcome = error.outcome;
    }
    return this.#outcome;
  }

  *#lastOf(requests: number): Reading<Reply> {
    let reply = yield* this.#one();
    for (let left = requests - 1; left > 0; left -= 1) {
      // The server answers nothing more on this connection.
      if (tokensOf(reply.headers, 'connection').includes('close')) break;
      this.#before = reply;
      while (this.#bytes.length === 0) {
        if (this.#ended) return reply;
        yield;
      }
      this.#before = undefined;
      this.#reply = new CollectedReply();
      reply = yield* this.#one();
    }
    return reply;
  }

  *#one(): Reading<Reply> {
    let status = 0;
    let headers: ReplyHeaders = [];
    while (status < 200 && status !== 101) {
      const [, code = '', text = ''] = yield* this.#statusLine();
      status = Number(code);
      headers = yield* this.#headers();
      check(this.#reply.begin(status, text, headers));
    }
    const framing = framingOf(this.#method, status, headers);
    if (framing === 'chunked') yield* this.#chunks();
    else yield* this.#part(framing);
    return this.#reply.reply;
  }

  *#statusLine(): Reading<RegExpExecArray> {
    while (!this.#looksLikeHttp()) yield* this.#more();
    let line = '';
    while (line === '') line = yield* this.#headLine();
    const match = STATUS_LINE.exec(line);
    if (match === null) throw notHttp('the reply has no status line of HTTP/1.0 or HTTP/1.1');
    return match;
  }

  /** Whether the first bytes are those of a reply; false while they are too few to know. */
  #looksLikeHttp(): boolean {
    const bytes = this.#bytes.peek(5);
    if (bytes.length < 2) return false;
    if (looksLikeTls(bytes)) throw notHttp(TLS_CAME);
    const start = Buffer.from(bytes).toString('latin1');
    if (!'HTTP/'.startsWith(start.replace(/^[\r\n]+/, '')))
      throw notHttp('the reply does not begin with HTTP/');
    return bytes.length === 5;
  }

  *#headers(): Reading<ReplyHeaders> {
    const headers: [string, string][] = [];
    for (;;) {
      const line = yield* this.#headLine();
      if (line === '') return headers;
      if (++this.#headerLines > MAX_HEADERS) throw new NoReplyError(TOO_LARGE.headers());
      const [, name, value = ''] = HEADER_LINE.exec(line) ?? [];
      const fold = FOLD.exec(line)?.[1];
      const last = headers.at(-1);
      if (/[\0\r]/.test(line) || (name === undefined && fold === undefined))
        throw notHttp('the head of the reply has a line that is not a header');
      if (name !== undefined) headers.push([name, value]);
      else if (last === undefined) throw notHttp('the head of the reply begins with a blank');
      else last[1] = `${last[1]} ${fold}`.trim();
    }
  }

  *#chunks(): Reading<void> {
    for (;;) {
      const size = CHUNK_SIZE.exec(yield* this.#line(CHUNK_LINE))?.[1];
      if (size === undefined) throw notHttp('a chunk of the reply has no size');
      if (/^0+$/.test(size)) break;
      yield* this.#part(Number.parseInt(size, 16));
      if ((yield* this.#line(CHUNK_LINE)) !== '')
        throw notHttp('a chunk of the reply is longer than its size');
    }
    while ((yield* this.#headLine()) !== '');
  }

  /** A part of the body; of no certain length: up to the end of the stream. */
  *#part(length: number): Reading<void> {
    if (length !== Infinity && this.#reply.size + length > MAX_BODY_BYTES) check(TOO_LARGE.body());
    for (let left = length; left > 0;) {
      const part = this.#bytes.take(left);
      left -= part.length;
      if (part.length > 0) check(this.#reply.add(part));
      else if (this.#ended && left === Infinity) return;
      else yield* this.#more();
    }
  }

  /** A line of the head or of the trailers: they share one bound, interim replies included. */
  *#headLine(): Reading<string> {
    const line = yield* this.#line(MAX_HEAD_BYTES - this.#headBytes);
    this.#headBytes += line.length + 2;
    return line;
  }

  *#line(limit: number): Reading<string> {
    for (;;) {
      const before = this.#bytes.length;
      const line = this.#bytes.line();
      if (before - (line === undefined ? 0 : this.#bytes.length) > limit) check(TOO_LARGE.head());
      if (line !== undefined) return line;
      yield* this.#more();
    }
  }

  *#more(): Reading<void> {
    if (this.#ended) throw new NoReplyError(CUT);
    yield;
  }
}

/** How many bytes the body of a reply has; Infinity: up to the end of the stream. */
function framingOf(method: string, status: number, headers: ReplyHeaders): number | 'chunked' {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0;
  if (method === 'CONNECT' && status < 300) return 0;
  const codings = tokensOf(headers, 'transfer-encoding');
  const [length, ...others] = new Set(tokensOf(headers, 'content-length'));
  if (codings.length > 0 && length !== undefined)
    throw notHttp('the reply has both Content-Length and Transfer-Encoding');
  if (codings.length > 0) return codings.at(-1) === 'chunked' ? 'chunked' : Infinity;
  if (length === undefined) return Infinity;
  if (others.length > 0) throw notHttp('the reply has several different Content-Lengths');
  if (!/^[0-9]{1,15}$/.test(length)) throw notHttp('the reply has a Content-Length that is not a number');
  return Number(length);
}

/** The elements of a header that is a list, in lower case. */
function tokensOf(headers: ReplyHeaders, name: string): readonly string[] {
  const values = headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
  return values.flatMap((value) => value.split(',')).map((token) => token.trim().toLowerCase());
}
