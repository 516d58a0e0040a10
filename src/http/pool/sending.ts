/** One request over a kept-alive connection, from when it is handed over until there is an outcome, or a late reply has come. */
import type { Dispatcher } from 'undici';
import { CollectedReply } from '../collected-reply.ts';
import {
  type NoReply,
  type Outcome,
  type Reply,
  replyHeader,
  type ReplyHeaders,
  secondTry,
} from '../exchange.ts';
import type { Link } from '../link.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import {
  ABORTED,
  CUT,
  endedEarly,
  late,
  metUnaskedContinue,
  NoReplyError,
  noReplyFor,
  wasClosed,
} from '../why.ts';
import type { Connection } from './connection.ts';

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
  /** What became of the first try, where it was sent again. */
  before: Outcome | undefined;
  /** Whether it has no reply because undici does not read right HTTP. */
  metUnaskedContinue = false;

  readonly #options: SendingOptions;
  #timer: NodeJS.Timeout | undefined;
  #controller: Controller | undefined;
  #isUsed = false;
  #begun = false;
  #reply = new CollectedReply();
  #isSettled = false;
  #heard: ((came: boolean) => void) | undefined;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#late(), this.#options.link.settings.timeoutMs);
    this.#dispatch();
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
    this.#check(controller, this.#reply.begin(status, statusText, readHeaders(controller.rawHeaders)));
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#check(controller, this.#reply.add(chunk));
  }

  onResponseEnd(): void {
    const { reply } = this.#reply;
    this.#options.connection.served += 1;
    if (this.#maySendAgain && isIdleTimeout(reply)) return this.#sendAgain(reply);
    this.#end(reply);
  }

  onResponseError(_: Controller, error: unknown): void {
    const { link } = this.#options;
    const isCut = endedEarly(error, this.#reply.missing);
    const outcome = isCut ? CUT : noReplyFor(error, link, this.#begun);
    if (this.#maySendAgain && !this.#begun && wasClosed(error)) return this.#sendAgain(outcome);
    this.metUnaskedContinue = metUnaskedContinue(error);
    this.#end(secondTry(this.before ?? outcome, outcome));
  }

  #dispatch(): void {
    const { link, request, connection } = this.#options;
    const { method, path, headers, body = null } = request;
    connection.dispatcher.dispatch({ origin: link.origin, method, path, headers, body }, this);
  }

  /** A used connection may have been closed for being idle while the request was on its way: that is right HTTP. */
  get #maySendAgain(): boolean {
    return this.#isUsed && this.before === undefined && !this.#isSettled;
  }

  #sendAgain(before: Outcome): void {
    this.before = before;
    this.#reply = new CollectedReply();
    this.#dispatch();
  }

  /** Stops reading where a bound is passed, also by a late reply that trickles in. */
  #check(controller: Controller, beyond: NoReply | undefined): void {
    const isTooLate = this.#isSettled && performance.now() - this.startedAt > this.#options.link.lateMs;
    if (isTooLate || beyond !== undefined) controller.abort(new NoReplyError(beyond ?? ABORTED));
  }

  /** It is left to itself: its reply may still come. */
  #late(): void {
    const { link } = this.#options;
    const isWritten = this.#controller !== undefined;
    const missing = this.#reply.overpromised ?? late(isWritten, link, link.settings.timeoutMs);
    if (missing.why === 'timeout') {
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
    this.#options.ended();
    this.#settle(outcome);
    this.#heard?.(outcome.kind === 'reply');
  }
}

/** A 408 that closes a used connection may have crossed the request on its way: it was about the idle time before. */
function isIdleTimeout(reply: Reply): boolean {
  return reply.status === 408 && replyHeader(reply, 'connection')?.toLowerCase() === 'close';
}

/** undici gives names and values in turn, as bytes. */
function readHeaders(raw: Controller['rawHeaders']): ReplyHeaders {
  if (!Array.isArray(raw)) return [];
  const headers: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([text(raw[i]), text(raw[i + 1])]);
  return headers;
}

const text = (value: Buffer | string | undefined): string =>
  typeof value === 'string' ? value : (value?.toString('latin1') ?? '');
