/** Replies of what stands before the backend: a gateway, proxy or load balancer that answers in its place. */
import { replyHeader, type Outcome, type Reply } from '../exchange/exchange.ts';
import { readBody } from '../judge/reply-body.ts';

const UNREACHED =
  'is the backend behind it running? if it is only busy, run with a lower --rate or --concurrency';

/** The statuses with which a gateway speaks for itself, and what to do about each. */
const ADVICE = {
  429: 'it limits us; run with a lower --rate or --concurrency',
  502: UNREACHED,
  503: UNREACHED,
  504: UNREACHED,
} as const;

/** HTTP 429, 502, 503 or 504 without an envelope. */
export type GatewayReply = Reply & { readonly status: keyof typeof ADVICE };

/** Whether the body is a JSON object with a returnCode: then the backend itself has answered. */
export function holdsEnvelope(reply: Reply): boolean {
  const { read } = readBody(reply);
  return read !== undefined && !read.findings.some(({ kind }) => kind === 'not-envelope');
}

/** Whether a gateway has answered in the place of the backend. */
export function isGatewayReply(outcome: Outcome): outcome is GatewayReply {
  return outcome.kind === 'reply' && Object.hasOwn(ADVICE, outcome.status) && !holdsEnvelope(outcome);
}

/** Whether the backend itself has answered. */
export function isAnswer(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && !isGatewayReply(outcome);
}

/** A gateway that asks for more patience than this is repeated after the usual pause. */
const MOST_RETRY_AFTER_MS = 5000;

/** The milliseconds that a Retry-After asks for; 0 where it is absent, a date, or more than a few seconds. */
export function retryAfterMs(reply: Reply): number {
  const seconds = /^\s*(\d{1,6})\s*$/.exec(replyHeader(reply, 'retry-after') ?? '')?.[1];
  const ms = Number(seconds ?? 0) * 1000;
  return ms <= MOST_RETRY_AFTER_MS ? ms : 0;
}

const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times'];

/** `a gateway or load balancer answered HTTP 503 five times: ...`, with what to do. */
export function gatewayTrouble({ status }: GatewayReply, times: number): string {
  const often = TIMES[times] ?? `${times} times`;
  return `a gateway or load balancer answered HTTP ${status} ${often}: ${ADVICE[status]}`;
}
