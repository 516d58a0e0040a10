/** One request and its reply, or why there was none, as seen on the wire; and what was wrong there all the same. */
import type { Request } from './request.ts';

/** Header lines of a reply in their order, names as they came. */
export type ReplyHeaders = readonly (readonly [name: string, value: string])[];

export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** The text after the status in the first line; left out where it is empty or `OK`. */
  readonly statusText?: string;
  readonly headers: ReplyHeaders;
  /** The body's bytes as they came, after the transfer coding. */
  readonly body: Uint8Array;
  /** The number of bytes that came, where `body` is only the beginning of them: it was cut after it was judged. */
  readonly cutFrom?: number;
}

/**
 * Why there is no reply.
 * `unreachable`: no connection (refused, unknown host, TLS failure); `closed`: the connection ended without a reply;
 * `timeout`: none in the time given; `not-http`: bytes came that are not HTTP; `too-large`: the reply went past the bound;
 * `aborted`: the run was ended.
 */
export type NoReplyWhy = 'unreachable' | 'closed' | 'timeout' | 'not-http' | 'too-large' | 'aborted';

export interface NoReply {
  readonly kind: 'no-reply';
  readonly why: NoReplyWhy;
  /** The platform's message in one line, without secrets. */
  readonly detail: string;
  /** What to look at or to do next. */
  readonly hint?: string;
  /** A used connection was closed on it, so the target may have got it, and there is no new one. */
  readonly hadReached?: true;
  /** This machine, its network or its proxy is at fault: it tells nothing about the target. */
  readonly own?: true;
  /** It ran out of time, and its connection is still listened to: resolves to whether a whole reply came after all. */
  readonly later?: Promise<boolean>;
}

export type Outcome = Reply | NoReply;

export function noReply(why: NoReplyWhy, detail: string, hint?: string): NoReply {
  return { kind: 'no-reply', why, detail, ...(hint !== undefined && { hint }) };
}

export interface Exchange {
  readonly request: Request;
  readonly outcome: Outcome;
  /** Milliseconds from sending to the end of the reply. */
  readonly ms: number;
  /** When it was sent, by performance.now(); left out where no clock ran. */
  readonly sentAt?: number;
  /** What was wrong with a first reply that was no HTTP/1.1, in one line without secrets. */
  readonly unreadableAtFirst?: string;
  /** A used connection was closed on it, as HTTP allows, and it was sent again over a new one. */
  readonly raced?: true;
  /** It was sent more than once, and the target may have counted each time. */
  readonly resent?: true;
}

/** Sends requests to one target. Never rejects: what goes wrong is an outcome. */
export interface Transport {
  send(request: Request, signal?: AbortSignal): Promise<Exchange>;
  /** Why it can't send a request as planned, in words; undefined: it can. Left out where it can send all. */
  cannot?(request: Request): string | undefined;
  /** Lends one connection as a transport, for requests sent in turn. It belongs to the caller until the caller closes it. */
  single(): Transport;
  close(): Promise<void>;
}

/** What to do where nothing more is known than the kind of failure. */
const WHAT_TO_DO = {
  unreachable: 'check that curl reaches the target from this machine, and the host and port of its URL',
  closed:
    "check the target's log for why it closed the connection, and whether its URL should begin with https://",
  timeout: 'raise --timeout, or lower --concurrency where many requests at once are too much for it',
  'not-http': 'look at what sends the replies: the backend, or a proxy in front of it',
  'too-large': 'look at what the target sends: no reply of these operations is that large',
  aborted: undefined,
} as const satisfies Record<NoReplyWhy, string | undefined>;

/** Why there is no reply, and what to do next: `nothing listens on 127.0.0.1:80; start the server, or correct ...`. */
export function withHint({ why, detail, hint = WHAT_TO_DO[why] }: NoReply): string {
  return hint === undefined ? detail : `${detail}; ${hint}`;
}

/** Whether a request without a reply had a connection over which the target may have got it. */
export function hasReached(outcome: Outcome): boolean {
  if (outcome.kind === 'reply') return true;
  return outcome.hadReached === true || outcome.why === 'closed' || outcome.why === 'timeout';
}

/** The first value of a reply header, by its name in any case. */
export function replyHeader(reply: Reply, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return reply.headers.find(([each]) => each.toLowerCase() === wanted)?.[1];
}
