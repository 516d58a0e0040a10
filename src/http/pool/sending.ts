/** One request over a connection, from when it is handed over until there is an outcome, or a late reply has come. */
import type { Dispatcher } from 'undici';
import { isUnjudgedWire } from '../alterations/wire-alterations.ts';
import { CollectedReply } from '../collected-reply.ts';
import type { Connection } from '../connection.ts';
import { type NoReply, type Outcome, type Reply, replyHeader } from '../exchange.ts';
import type { Link } from '../link.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import { ABORTED, CUT, endedEarly, late, NoReplyError, noReplyFor, wasClosed, wasReset } from '../why.ts';

type Controller = Dispatcher.DispatchController;

interface SendingOptions {
  readonly link: Link;
  readonly request: ResolvedRequest;
  readonly connection: Connection;
  /** Called once, with what became of it. */
  readonly settled: (outcome: Outcome) => void;
  /** Called once, when nothing more comes: the connection is free. */
  readonly ended: () => void;
}

export class Sending implements Dispatcher.DispatchHandler {
  /** When it was written, or else handed over, by performance.now(). */
  startedAt = performance.now();
  /** It was sent again, as the used connection was closed on it. */
  isResent = false;

  readonly #options: SendingOptions;
  #timer: NodeJS.Timeout | undefined;
  #controller: Controller | undefined;
  #isUsed = false;
  #begun = false;
  #reply = new CollectedReply();
  /** The last whole reply of those that the request has. */
  #earlier: Reply | undefined;
  #repliesLeft: number;
  #isSettled = false;
  #isEnded = false;
  #heard: ((came: boolean) => void) | undefined;

  constructor(options: SendingOptions) {
    this.#options = options;
    this.#repliesLeft = options.connection.replies;
  }

  start(): void {
    const { link, connection, request } = this.#options;
    this.#timer = setTimeout(() => this.#late(), link.settings.timeoutMs);
    connection.dispatch(request, this);
  }

  stop(): void {
    this.#settle(ABORTED);
    this.#controller?.abort(new NoReplyError(ABORTED));
  }

  onRequestStart(controller: Controller): void {
    if (this.#isSettled) return controller.abort(new NoReplyError(ABORTED));
    this.#controller = controller;
    this.#isUsed = this.#options.connection.served > 0;
    this.startedAt = performance.now();
    this.#timer?.refresh();
  }

  onResponseStarted(): void {
    this.#begun = true;
  }

  onResponseStart(controller: Controller, status: number, _: unknown, statusText = ''): void {
    const { rawHeaders } = controller;
    this.#check(
      controller,
      this.#reply.begin(status, statusText, Array.isArray(rawHeaders) ? rawHeaders : []),
    );
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#check(controller, this.#reply.add(chunk));
  }

  onResponseEnd(): void {
    const { reply } = this.#reply;
    this.#options.connection.served += 1;
    this.#repliesLeft -= 1;
    if (this.#maySendAgain && isIdleTimeout(reply)) return this.#sendAgain();
    if (this.#repliesLeft <= 0) return this.#end(reply);
    this.#earlier = reply;
    this.#readAnew();
  }

  onResponseError(_: Controller, error: unknown): void {
    const isCut = endedEarly(error, this.#reply.missing);
    const { link, connection } = this.#options;
    const received = { begun: this.#begun, lastRead: connection.lastRead };
    const outcome = isCut ? CUT : noReplyFor(error, link, received);
    if (this.#earlier !== undefined && !this.#begun) return this.#end(this.#earlier);
    if (this.#maySendAgain && !this.#begun && wasClosed(error) && !wasReset(error)) return this.#sendAgain();
    const isGone = this.isResent && outcome.why === 'unreachable';
    this.#end(isGone ? { ...outcome, hadReached: true } : outcome);
  }

  /** A used connection may have been closed for being idle while the request was on its way: that is right HTTP. */
  get #maySendAgain(): boolean {
    return this.#isUsed && !this.isResent && !this.#isSettled;
  }

  #sendAgain(): void {
    this.isResent = true;
    this.#repliesLeft = 1;
    this.#readAnew();
    this.#options.connection.dispatch(this.#options.request, this);
  }

  #readAnew(): void {
    this.#reply = new CollectedReply();
    this.#begun = false;
  }

  /** Stops reading where a bound is passed, also by a late reply that trickles in. */
  #check(controller: Controller, beyond: NoReply | undefined): void {
    const isTooLate = this.#isSettled && performance.now() - this.startedAt > this.#options.link.lateMs;
    if (isTooLate || beyond !== undefined) controller.abort(new NoReplyError(beyond ?? ABORTED));
  }

  /** It is left to itself: its reply may still come. A server may wait for more of a malformed request as long as it likes. */
  #late(): void {
    const { link, request } = this.#options;
    const isWritten = this.#controller !== undefined;
    const missing = this.#reply.overpromised ?? late(isWritten, link, link.settings.timeoutMs);
    if (missing.why === 'timeout' && !isUnjudgedWire(request.wire)) {
      this.#settle({ ...missing, later: new Promise((hear) => (this.#heard = hear)) });
    } else {
      this.#settle(missing);
      this.#controller?.abort(new NoReplyError(missing));
    }
  }

  #settle(outcome: Outcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#options.settled(outcome);
  }

  #end(outcome: Outcome): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.ended();
    this.#settle(outcome);
    this.#heard?.(outcome.kind === 'reply');
  }
}

/** A 408 that closes a used connection may have crossed the request on its way: it was about the idle time before. */
function isIdleTimeout(reply: Reply): boolean {
  return reply.status === 408 && replyHeader(reply, 'connection')?.toLowerCase() === 'close';
}
