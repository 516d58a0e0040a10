/** One request over a connection, from when it is handed over until its reply has come, late or not, or can't come any more. */
import type { Dispatcher } from 'undici';
import { isUnjudgedWire } from '../alterations/wire-alterations.ts';
import type { Connection } from '../connection.ts';
import { type Exchange, type Outcome, type Reply, replyHeader } from '../exchange.ts';
import type { Link } from '../link.ts';
import { MAX_HEADERS, MAX_PIECES, TOO_LARGE, withinBounds } from '../reply-bounds.ts';
import { NO_BODY_BYTES, type Request } from '../request.ts';
import type { ResolvedRequest } from '../resolved-request.ts';
import { ABORTED, CUT, endedEarly, late, noReplyFor, wasClosed, wasReset } from '../why.ts';

interface SendingOptions {
  readonly request: Request;
  readonly resolved: ResolvedRequest;
  readonly link: Link;
  readonly connection: Connection;
  /** Ends it. */
  readonly signal: AbortSignal | undefined;
  /** Called once, with what became of it. */
  readonly settled: (exchange: Exchange) => void;
  /** Called when nothing more comes: the connection is free. */
  readonly ended: () => void;
}

/** How many time-outs more a late reply is listened for. */
const LATE_TIMES = 3;

const NO_HEAD: Reply = { kind: 'reply', status: 0, headers: [], body: NO_BODY_BYTES };

export class Sending implements Dispatcher.DispatchHandler {
  readonly #given: SendingOptions;
  /** When it was written, or else handed over, by performance.now(). */
  #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isWritten = false;
  /** Its connection had served others. */
  #isUsed = false;
  /** It was sent again, as the used connection was closed on it. */
  #isResent = false;
  /** What has come of the reply: a first byte, the head, and then pieces of the body. */
  #isBegun = false;
  #head = NO_HEAD;
  #body: Uint8Array[] = [];
  #repliesLeft: number;
  /** The last whole reply of those that the request has. */
  #earlier: Reply | undefined;
  #isSettled = false;
  #heard: ((came: boolean) => void) | undefined;

  constructor(given: SendingOptions) {
    this.#given = given;
    this.#repliesLeft = given.connection.replies;
  }

  start(): void {
    const { connection, link, resolved, signal } = this.#given;
    // What has arrived is read first: this process itself may have been busy for that long.
    this.#timer = setTimeout(() => setImmediate(() => this.#late()), link.timeoutMs);
    signal?.addEventListener('abort', this);
    connection.dispatch(resolved, this);
  }

  /** The signal has aborted. */
  handleEvent(): void {
    this.#stop(ABORTED);
  }

  onRequestStart(): void {
    this.#isWritten = true;
    this.#isUsed = this.#given.connection.served > 0;
    this.#startedAt = performance.now();
    this.#timer?.refresh();
  }

  onResponseStarted(): void {
    this.#isBegun = true;
  }

  /** Takes a head, in place of that of an interim reply. undici gives names and values in turn, as bytes. */
  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    status: number,
    _: unknown,
    text = '',
  ): void {
    const raw = (rawHeaders ?? []) as readonly Buffer[];
    if (raw.length > 2 * MAX_HEADERS) return this.#stop(TOO_LARGE.headers);
    const texts = raw.map((each) => each.toString('latin1'));
    const headers: [string, string][] = [];
    for (let at = 0; at < texts.length; at += 2) headers.push([texts[at] ?? '', texts[at + 1] ?? '']);
    const isUsual = text === '' || text === 'OK';
    this.#head = { ...NO_HEAD, status, headers, ...(!isUsual && { statusText: text }) };
  }

  onResponseData(_: unknown, part: Buffer): void {
    if (this.#body.push(part) > MAX_PIECES) this.#stop(TOO_LARGE.pieces);
  }

  onResponseEnd(): void {
    const reply = this.#reply();
    this.#given.connection.served += 1;
    this.#repliesLeft -= 1;
    // A 408 that closes a used connection may have crossed the request on its way: it was about the idle time before.
    if (reply.status === 408 && closes(reply) && this.#maySendAgain()) return this.#sendAgain();
    if (this.#repliesLeft <= 0) return this.#end(withinBounds(reply));
    this.#earlier = reply;
    this.#readAnew();
  }

  onResponseError(_: unknown, error: unknown): void {
    const { link, connection } = this.#given;
    if (this.#earlier !== undefined && !this.#isBegun) return this.#end(withinBounds(this.#earlier));
    if (!this.#isBegun && wasClosed(error) && !wasReset(error) && this.#maySendAgain())
      return this.#sendAgain();
    if (endedEarly(error, this.#reply())) return this.#end(CUT);
    const outcome = noReplyFor(error, link, this.#isBegun ? connection.lastRead : undefined);
    const isGone = this.#isResent && outcome.why === 'unreachable';
    this.#end(isGone ? { ...outcome, hadReached: true } : outcome);
  }

  /** What has come of a reply. */
  #reply(): Reply {
    const [first = NO_BODY_BYTES, ...more] = this.#body;
    return { ...this.#head, body: more.length === 0 ? first : Buffer.concat(this.#body) };
  }

  /** A used connection may be closed for being idle while a request is on its way: that is right HTTP. */
  #maySendAgain(): boolean {
    return this.#isUsed && !this.#isResent && !this.#isSettled;
  }

  #sendAgain(): void {
    const { connection, resolved } = this.#given;
    this.#isResent = true;
    this.#readAnew();
    connection.dispatch(resolved, this);
  }

  #readAnew(): void {
    this.#isBegun = false;
    this.#head = NO_HEAD;
    this.#body = [];
  }

  /** Leaves it to itself for a while: its reply may still come. A server may wait for more of a malformed request as long as it likes. */
  #late(): void {
    if (this.#isSettled) return;
    const { link, resolved } = this.#given;
    const missing = late(this.#isWritten ? this.#reply() : undefined, link, link.timeoutMs);
    const { wire } = resolved;
    if (missing.why !== 'timeout' || (wire !== undefined && isUnjudgedWire(wire))) return this.#stop(missing);
    this.#settle({ ...missing, later: new Promise((hear) => (this.#heard = hear)) });
    this.#timer = setTimeout(() => this.#stop(ABORTED), LATE_TIMES * link.timeoutMs);
  }

  #stop(outcome: Outcome): void {
    this.#settle(outcome);
    void this.#given.connection.destroy();
  }

  #settle(outcome: Outcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    const { request, signal, settled } = this.#given;
    signal?.removeEventListener('abort', this);
    settled({
      request,
      outcome,
      ms: performance.now() - this.#startedAt,
      ...(this.#isResent && { raced: true, resent: true }),
    });
  }

  #end(outcome: Outcome): void {
    this.#settle(outcome);
    clearTimeout(this.#timer);
    this.#heard?.(outcome.kind === 'reply');
    this.#given.ended();
  }
}

const closes = (reply: Reply): boolean => replyHeader(reply, 'connection')?.toLowerCase() === 'close';
