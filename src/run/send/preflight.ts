/** One early look at the target: whether anything like the service answers at all. */
import { TagproofError } from '../../base/errors.ts';
import { type Exchange, type Outcome, type Reply, replyHeader, withHint } from '../../http/exchange.ts';
import { holdsEnvelope, readReplyBody, replyText } from '../../judge/reply/reply-body.ts';
import { cut } from '../../judge/show.ts';
import { gatewayAnswered, isBackendAnswer, isGatewayReply, LIMITED_STATUS, reasonOf } from './gateway.ts';
import { sendOnce } from './attempt.ts';
import { BARE_REQUESTS, controlUntil } from './outage.ts';
import type { Target } from './target.ts';

/** A JSON object is judged even under another Content-Type: that is a should. */
function isPage(reply: Reply): boolean {
  const start = replyText(reply, 100).trim();
  if (/^<(!doctype|html)/i.test(start)) return true;
  const isHtml = /^\s*text\/html/i.test(replyHeader(reply, 'content-type') ?? '');
  return isHtml && !(start.startsWith('{') && readReplyBody(reply).read !== undefined);
}

/** The words with which servers refuse plain HTTP on their TLS port. */
const wantsTls = (reply: Reply): boolean => reply.status === 400 && /\bhttps\b/i.test(replyText(reply, 500));

/** Whether a server refuses because no client certificate was shown. HTTP has no status for that, so the text of its page is read. */
const wantsCertificate = (reply: Reply): boolean =>
  (reply.status === 400 || reply.status === 403) && /\bcertificate\b/i.test(replyText(reply, 2000));

/** Whether something in front of the service asks who comes. */
const wantsLogin = ({ status }: Reply): boolean => status === 401;

/** A redirect: the set-up check says where it leads. */
const leadsElsewhere = (reply: Reply): boolean =>
  reply.status >= 300 && reply.status <= 399 && replyHeader(reply, 'location') !== undefined;

/** Whether the reply is what only the service gives. */
const isService = (outcome: Outcome): boolean =>
  outcome.kind === 'reply' && outcome.status === 200 && holdsEnvelope(outcome);

/** What is wrong with a target that answers like this; undefined: it may be judged. */
function whyNotTheService(outcomes: readonly Outcome[]): string | undefined {
  const silent = outcomes.find((outcome) => outcome.kind === 'no-reply');
  if (silent !== undefined && outcomes.every(({ kind }) => kind === 'no-reply')) return withHint(silent);
  const replies = outcomes.filter((outcome) => outcome.kind === 'reply');
  const [first] = replies;
  if (first === undefined || replies.length < outcomes.length) return undefined;
  if (isGatewayReply(first) && replies.every(isGatewayReply)) return gatewayAnswered(first, replies.length);
  if (replies.every(wantsTls)) return `it answers with HTTP 400 and speaks of HTTPS: try https://`;
  if (!replies.every(isPage) || replies.every(leadsElsewhere)) return undefined;
  if (replies.every(wantsCertificate))
    return `it answers with HTTP ${first.status} and asks for a client certificate: give http: cert and key in a target file`;
  if (replies.every(wantsLogin))
    return `something in front of it answers with HTTP ${first.status} and asks for a login: give http: headers in a target file, such as { Authorization: "\${env:LOGIN}" }`;
  return `it answers with a page (HTTP ${first.status}, ${cut(replyHeader(first, 'content-type') ?? 'no Content-Type', 40)}), not with JSON: is this the base URL of the backend?`;
}

const STARTING = '; if it is just starting, wait for it with --wait-for-start 30s';

/** Whether nothing listens yet, or only a gateway does. */
function mayBeStarting({ outcome }: Exchange): boolean {
  if (outcome.kind === 'no-reply')
    return outcome.why === 'unreachable' && /refused|nothing listens/.test(outcome.detail);
  return isGatewayReply(outcome) && outcome.status !== LIMITED_STATUS;
}

/** A gateway that answers all of the first requests may only be busy for a moment. */
const BUSY_MS = 2500;

/** Sends the preflight requests and returns their exchanges. Throws TagproofError('unreachable') if nothing like the service answers. */
export async function preflight(to: Target, target: string): Promise<readonly Exchange[]> {
  const sendAll = (): Promise<readonly Exchange[]> =>
    Promise.all(BARE_REQUESTS.map((request) => sendOnce(request, to, { name: 'preflight' }, true)));
  let exchanges = await sendAll();
  const isDone = (): boolean => to.signal.aborted || exchanges.some(({ outcome }) => isService(outcome));
  if (!isDone() && exchanges.every(({ outcome }) => isGatewayReply(outcome))) {
    await controlUntil(isBackendAnswer, to, BUSY_MS);
    exchanges = await sendAll();
  }
  if (isDone()) return exchanges;
  const strange = whyNotTheService(exchanges.map(({ outcome }) => outcome));
  if (strange !== undefined)
    throw new TagproofError(
      'unreachable',
      `the target ${target} can't be checked: ${strange}${exchanges.every(mayBeStarting) ? STARTING : ''}`,
    );
  return exchanges;
}

/** Whether a server answers, be it only that we are too fast; a gateway without a backend behind it is not a server. */
function isThere(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && (!isGatewayReply(outcome) || outcome.status === LIMITED_STATUS);
}

/** Waits for a target that is just starting, for these milliseconds at most; then TagproofError('unreachable') with the target's name. */
export async function waitForStart(to: Target, target: string, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  const isOver = (outcome: Outcome): boolean => isThere(outcome) || performance.now() >= end;
  const outcome = await controlUntil(isOver, to, limitMs);
  if (isThere(outcome) || to.signal.aborted) return;
  throw new TagproofError(
    'unreachable',
    `the target ${target} did not start within ${limitMs / 1000} s: ${reasonOf(outcome, withHint)}`,
  );
}
