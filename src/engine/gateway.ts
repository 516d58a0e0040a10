/** Replies of a gateway, proxy or load balancer that answers in place of the backend. */
import { replyHeader, type Outcome, type Reply } from '../http/exchange.ts';
import { readBody } from '../judge/reply/reply-body.ts';

const UNREACHED =
  'is the backend behind it running? if it is only busy, run with a lower --rate or --concurrency';

/** The statuses that a gateway sends itself, and what to do about each. */
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

/** Whether a gateway has answered instead of the backend. */
export function isGatewayReply(outcome: Outcome): outcome is GatewayReply {
  return outcome.kind === 'reply' && Object.hasOwn(ADVICE, outcome.status) && !holdsEnvelope(outcome);
}

/** Whether the backend itself has answered. */
export function isAnswer(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && !isGatewayReply(outcome);
}

/** A gateway that limits us and asks for more patience than this ends the run. */
export const MOST_RETRY_AFTER_MS = 60_000;

/** What a Retry-After asks for, in milliseconds: as seconds, or as a date relative to the reply's own Date; else 0. */
export function retryAfterMs(reply: Reply): number {
  const asked = (replyHeader(reply, 'retry-after') ?? '').trim();
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const ms = Date.parse(asked) - Date.parse(replyHeader(reply, 'date') ?? '');
  return ms > 0 ? ms : 0;
}

/** That a gateway asks for a longer wait than a run should take. */
export function overlongTrouble({ status }: GatewayReply, ms: number): string {
  return `a gateway or load balancer answered HTTP ${status} and asks for no request for ${Math.round(ms / 1000)} s (Retry-After), and tagproof waits for ${MOST_RETRY_AFTER_MS / 1000} s at most; run again later, or with a lower --rate`;
}

const TIMES = ['', 'once', 'twice', 'three times', 'four times', 'five times'];

/** `a gateway or load balancer answered HTTP 503 five times: ...`, with what to do. */
export function gatewayTrouble({ status }: GatewayReply, times: number): string {
  const often = TIMES[times] ?? `${times} times`;
  return `a gateway or load balancer answered HTTP ${status} ${often}: ${ADVICE[status]}`;
}
