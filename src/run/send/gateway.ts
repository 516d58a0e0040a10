/** Replies of a gateway, proxy or load balancer that answers in place of the backend. */
import { type NoReply, type Outcome, type Reply, replyHeader } from '../../http/exchange.ts';
import { holdsEnvelope } from '../../judge/reply/reply-body.ts';
import { endpointOf, METHOD } from '../../spec/endpoints.ts';
import { asText, type Request } from '../../http/request.ts';

const UNREACHED =
  'is the backend behind it running? if it is only busy, run with a lower --rate or --concurrency';

/** The status by which a gateway limits how much is sent. */
export const LIMITED_STATUS = 429;

/** Whether a gateway sends the status itself: by HTTP, or as Cloudflare (520 to 530) and AWS (460, 463, 561) do. */
const isOfGateway = (status: number): boolean =>
  status === LIMITED_STATUS ||
  (status >= 502 && status <= 504) ||
  (status >= 520 && status <= 527) ||
  [530, 460, 463, 561].includes(status);

const adviceOn = (status: number): string =>
  status === LIMITED_STATUS ? 'it limits us; run with a lower --rate or --concurrency' : UNREACHED;

declare const OF_GATEWAY: unique symbol;
/** A reply with such a status and without an envelope. */
export type GatewayReply = Reply & { readonly [OF_GATEWAY]: true };

/** Whether a gateway has answered instead of the backend. */
export function isGatewayReply(outcome: Outcome): outcome is GatewayReply {
  return outcome.kind === 'reply' && isOfGateway(outcome.status) && !holdsEnvelope(outcome);
}

/** Whether the backend itself has answered. */
export function isBackendAnswer(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && !isGatewayReply(outcome);
}

/** Why the backend has not answered; `why` says it where nothing has. */
export const reasonOf = (outcome: Outcome, why = (failure: NoReply): string => failure.detail): string =>
  outcome.kind === 'reply'
    ? `a gateway or load balancer answers HTTP ${outcome.status} in its place`
    : why(outcome);

/** What a Retry-After asks for, in milliseconds: as seconds, or as a date relative to the reply's own Date; else 0. */
export function retryAfterMs(reply: Reply): number {
  const asked = (replyHeader(reply, 'retry-after') ?? '').trim();
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const ms = Date.parse(asked) - Date.parse(replyHeader(reply, 'date') ?? '');
  return ms > 0 ? ms : 0;
}

export const often = (times: number): string => (times === 1 ? 'once' : `${times} times`);

/** `a gateway or load balancer answered HTTP 503 5 times: ...`, with what to do. */
export function gatewayAnswered(reply: GatewayReply, times: number): string {
  const { status } = reply;
  const asked = Math.round(retryAfterMs(reply) / 1000);
  const patience = asked === 0 ? '' : ` and asks for no request for ${asked} s (Retry-After)`;
  return `a gateway or load balancer answered HTTP ${status} ${often(times)}${patience}: ${adviceOn(status)}`;
}

/** Replies of a firewall: it refuses requests that look like an attack, and no others. */

/** The statuses with which firewalls refuse, apart from those of a busy gateway. */
const FIREWALL_STATUSES: ReadonlySet<number> = new Set([401, 403, 406]);

/** Whether a firewall may have answered instead of the backend. */
export function isFirewallReply(outcome: Outcome): outcome is Reply {
  if (outcome.kind !== 'reply') return false;
  return isGatewayReply(outcome) || (FIREWALL_STATUSES.has(outcome.status) && !holdsEnvelope(outcome));
}

/** What plain requests are made of: JSON of names, ids and numbers. */
const PLAIN_TEXT = /^[\w\s{}[\]":,.-]*$/;
/** A body longer than this is refused by some firewalls for its length. */
const PLAIN_BYTES = 8192;

/** Words by which firewalls know attacks on JavaScript and SQL. */
const ATTACK_WORDS = /__proto__|constructor|prototype|\b(?:select|union|drop|script|exec|eval)\b/i;

/** Paths upwards, and comments of SQL. */
const ATTACK_MARKS = /\.\.|--/;

const isPlainText = (text: string): boolean =>
  PLAIN_TEXT.test(text) && !ATTACK_MARKS.test(text) && !ATTACK_WORDS.test(text);

/** Header values that plain requests have, media types and agents among them. */
const isPlainHeader = (value: string): boolean =>
  /^[\w\s{}[\]":,.;=+/@()*-]*$/.test(value) && !ATTACK_MARKS.test(value) && !ATTACK_WORDS.test(value);

/** Whether a firewall may take the request for an attack: by its characters, its size, or its form. Never by who asks. */
export function looksOdd({ endpoint, method, path, headers, body, wire }: Request): boolean {
  if (wire !== undefined || method !== METHOD || path !== endpointOf(endpoint).path) return true;
  if (headers.some(([name, value]) => !isPlainText(name) || !isPlainHeader(asText(value)))) return true;
  if (body === undefined) return false;
  return body.length > PLAIN_BYTES || !isPlainText(Buffer.from(body).toString('latin1'));
}

/** Why a request was not judged that a firewall refused. */
export function firewallRefused({ status }: Reply): string {
  return `something in front of the backend refuses it: HTTP ${status} without an envelope, again when it was repeated, while a plain request is answered; let this kind of request through to verify it`;
}
