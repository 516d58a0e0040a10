/** One early look at the target: whether anything like the service answers at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDPOINTS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE } from '../../spec/headers.ts';
import { TagproofError } from '../../base/errors.ts';
import {
  type Exchange,
  type Outcome,
  type Reply,
  replyHeader,
  type Transport,
  withHint,
} from '../../http/exchange.ts';
import { bodyOf, type Request } from '../../http/request.ts';
import { readReplyBody, replyText } from '../../judge/reply/reply-body.ts';
import { cut } from '../../judge/show.ts';
import { gatewayAnswered, isGatewayReply, reasonOf } from './gateway.ts';
import { AGAIN, again, pauseAfter } from './again.ts';
import type { Pace } from './pace.ts';
import { userAgent } from '../../http/request.ts';

/** A request without credentials: refused by every backend, and answered by every one. */
function bareRequest({ id, path }: Endpoint): Request {
  return {
    endpoint: id,
    method: METHOD,
    path,
    headers: [
      ['User-Agent', userAgent('preflight')],
      [CONTENT_TYPE, JSON_TYPE],
    ],
    body: bodyOf('{}'),
  };
}

const PREFLIGHT_REQUESTS = ENDPOINTS.filter(({ variant }) => variant === 'server').map(bareRequest);

/** The request that distinguishes a target that is gone from one that does not answer some request. */
export const CONTROL: Request = PREFLIGHT_REQUESTS[0] ?? bareRequest(ENDPOINTS[0] as Endpoint);

/** A JSON object is judged even under another Content-Type: that is a should. */
function isPage(reply: Reply): boolean {
  const start = replyText(reply, 100).trim();
  if (/^<(!doctype|html)/i.test(start)) return true;
  const isHtml = /^\s*text\/html/i.test(replyHeader(reply, 'content-type') ?? '');
  return isHtml && !(start.startsWith('{') && readReplyBody(reply).read !== undefined);
}

/** The words with which servers refuse plain HTTP on their TLS port. */
function wantsTls({ status, body }: Reply): boolean {
  return status === 400 && /\bhttps\b/i.test(Buffer.from(body.subarray(0, 500)).toString());
}

/** What is wrong with a target that answers like this; undefined: it may be judged. */
function whyNotTheService(outcomes: readonly Outcome[]): string | undefined {
  const silent = outcomes.find((outcome) => outcome.kind === 'no-reply');
  if (silent !== undefined && outcomes.every(({ kind }) => kind === 'no-reply')) return withHint(silent);
  const replies = outcomes.filter((outcome) => outcome.kind === 'reply');
  const [first] = replies;
  if (first === undefined || replies.length < outcomes.length) return undefined;
  if (isGatewayReply(first) && replies.every(isGatewayReply))
    return gatewayAnswered(first, AGAIN['gateway at first'].tries);
  if (replies.every(wantsTls)) return `it answers with HTTP 400 and speaks of HTTPS: try https://`;
  if (!replies.every(isPage)) return undefined;
  return `it answers with a page (HTTP ${first.status}, ${cut(replyHeader(first, 'content-type') ?? 'no Content-Type', 40)}), not with JSON: is this the base URL of the backend?`;
}

const STARTING = '; if it is just starting, wait for it with --wait-for-start 30s';

/** Whether nothing listens yet, or only a gateway does. */
function mayBeStarting({ outcome }: Exchange): boolean {
  if (outcome.kind === 'no-reply')
    return outcome.why === 'unreachable' && /refused|nothing listens/.test(outcome.detail);
  return isGatewayReply(outcome) && outcome.status !== 429;
}

/** Sends the preflight requests and returns their exchanges. Throws TagproofError('unreachable') if nothing like the service answers. */
export async function preflight(
  pace: Pace,
  transport: Transport,
  target: string,
  signal: AbortSignal,
): Promise<readonly Exchange[]> {
  const send = async (request: Request): Promise<Exchange> => {
    await pace.turn();
    const ended = pace.answers.begin(true);
    const exchange = await transport.send(request, signal);
    ended(exchange);
    return exchange;
  };
  const rounds = await again(
    'gateway at first',
    () => Promise.all(PREFLIGHT_REQUESTS.map(send)),
    (last) => signal.aborted || !last.every(({ outcome }) => isGatewayReply(outcome)),
    { signal },
  );
  const exchanges = rounds.at(-1) ?? rounds[0];
  if (signal.aborted) return exchanges;
  const strange = whyNotTheService(exchanges.map(({ outcome }) => outcome));
  if (strange !== undefined)
    throw new TagproofError(
      'unreachable',
      `the target ${target} can't be checked: ${strange}${exchanges.every(mayBeStarting) ? STARTING : ''}`,
    );
  return exchanges;
}

// Waiting for a target that is just starting: refused connections first, then a gateway's 503, then an answer.

/** Whether a server answers, be it only that we are too fast; a gateway without a backend behind it is not a server. */
function isThere(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && (!isGatewayReply(outcome) || outcome.status === 429);
}

interface Waiting {
  readonly transport: Transport;
  /** The target's name in messages. */
  readonly target: string;
  /** The longest wait, in milliseconds. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Sends a plain request until it is answered; TagproofError('unreachable') where that takes too long. Returns how many were sent. */
export async function waitForStart({ transport, target, limitMs, signal }: Waiting): Promise<number> {
  const end = performance.now() + limitMs;
  for (let sent = 1; ; sent += 1) {
    const { outcome } = await transport.send(CONTROL, signal);
    if (isThere(outcome) || signal.aborted) return sent;
    const left = end - performance.now();
    if (left <= 0) {
      throw new TagproofError(
        'unreachable',
        `the target ${target} did not start within ${limitMs / 1000} s: ${reasonOf(outcome, withHint)}`,
      );
    }
    await sleep(Math.min(pauseAfter('starting', sent), left), undefined, { signal }).catch(() => {});
  }
}
