/** Carries one planned request from its plan to something that can be judged, or to the reason why there is nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Transport } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import type { CaseRequest, PlannedRequest } from '../../cases/planned.ts';
import { checkExchange, isRightOk, type Judgement } from '../../judge/compare/check.ts';
import { isOwedHttp } from '../../judge/expect/allowed.ts';
import { wordedMasked } from '../../report/record/judge-masked.ts';
import { isGatewayReply } from './gateway.ts';
import { NO_SESSION } from './key-rest.ts';
import { isAlive } from './outage.ts';
import { isBusy, RETRY, troubleOf, type Trouble } from './retry.ts';
import type { Target } from './target.ts';

/** One planned request that was sent, and what came of it. */
export interface Attempt<P extends PlannedRequest = CaseRequest> {
  readonly planned: P;
  readonly exchange: Exchange;
  readonly judgement: Judgement;
  /** Why there is nothing to judge; undefined: there is. */
  readonly trouble: Trouble['is'] | undefined;
  /** The same in words, with what to do; empty: there is. */
  readonly why: string;
  /** The target refused it at least once for how much is sent. */
  readonly limited?: true;
}

/** How a request is sent, apart from what it is. */
export interface How {
  /** Over this in place of the transport of the target. */
  readonly over?: Transport;
  /** The name by which an outage names it: `tags/exists@group.admin`. */
  readonly name?: string;
  /** It goes at once with others of a step, and has its slot. */
  readonly isBurst?: boolean;
  /** The caller repeats it while the target is too busy for it. */
  readonly isRepeated?: boolean;
}

/** Milliseconds before the second try of a gateway's or a limited request; each further one waits twice as long. */
const FIRST_HOLD_MS = 200;

/** Sends a request, and again as `RETRY` says, and judges the reply. Never rejects for what a target does. */
export async function attempt<P extends PlannedRequest>(
  planned: P,
  to: Target,
  how: How = {},
): Promise<Attempt<P>> {
  const isForLimit = planned.limit === 'wanted';
  let limit: string | undefined;
  let before: Exchange | undefined;
  for (let n = 1; ; n += 1) {
    const isOwed = n === 1 && isOwedHttp(planned.allowed, planned.request);
    const sent = await sendOnce(planned.request, to, how, isOwed, n === 1 && how.isBurst === true);
    const exchange = before === undefined ? sent : resent(before, sent);
    const judged = checkExchange(planned.allowed, exchange, to.dialect);
    const isRight = isRightOk(judged);
    const judgement = isRight ? judged : wordedMasked(judged, planned.allowed, exchange, to.dialect, to.mask);
    const isRefused = !isRight && isBusy(judgement);
    noteUse(planned, exchange, isRefused, to);
    const trouble = isRight ? undefined : troubleOf(exchange, judgement, planned);
    if (limit === undefined && trouble?.limit !== undefined) {
      limit = trouble.limit;
      if (!isForLimit) to.tally.refused('limited', limit, exchange);
    }
    const found = { planned, exchange, judgement, ...(limit !== undefined && { limited: true as const }) };
    if (trouble === undefined) {
      if (exchange.outcome.kind === 'reply' && !isRefused) to.pace.served(exchange.ms);
      return { ...found, trouble: undefined, why: '' };
    }
    const isAgain =
      isSentAgain(n, trouble, isForLimit, how.isRepeated === true, exchange) && !to.signal.aborted;
    if (isAgain && ('slows' in RETRY[trouble.is] || isGatewayReply(exchange.outcome)))
      await slowDown(n, trouble, to);
    if (!isAgain || to.pace.gaveUp !== undefined)
      return { ...found, ...(await givenUp(n, trouble, exchange, to)) };
    before = trouble.is === 'no reply' ? exchange : undefined;
  }
}

/** What becomes of a request that is not sent again: nothing is to be judged, unless this was the answer of a target that is there. */
async function givenUp(
  tries: number,
  trouble: Trouble,
  exchange: Exchange,
  to: Target,
): Promise<Pick<Attempt, 'trouble' | 'why'>> {
  const { outcome } = exchange;
  if (trouble.endsRun === true) to.pace.giveUp(trouble.text(tries));
  if (trouble.isAnswerOfLiving && (await isAlive(to))) return { trouble: undefined, why: '' };
  if (trouble.is === 'firewall' && outcome.kind === 'reply' && !isGatewayReply(outcome))
    to.tally.refused('firewall', `HTTP ${outcome.status}`, exchange);
  return { trouble: trouble.is, why: trouble.text(tries) };
}

/** The exchange of the second try; where it is answered, it keeps what was wrong with the first. */
function resent({ outcome: first }: Exchange, second: Exchange): Exchange {
  const wasUnreadable = first.kind === 'no-reply' && first.why === 'not-http';
  const isMended = second.outcome.kind === 'reply' && wasUnreadable;
  return { ...second, resent: true, ...(isMended && { unreadableAtFirst: first.detail }) };
}

/** Sends a request once, when its turn has come, and notes what came. `isOwed`: it is sent for the first time, and must be answered. */
export async function sendOnce(
  request: Request,
  to: Target,
  { over = to.transport, name = '' }: How,
  isOwed: boolean,
  isBurst = false,
): Promise<Exchange> {
  const held = to.pace.take(isBurst);
  if (held !== undefined) await held;
  const sent = to.tally.begin(name, request);
  const sentAt = performance.now();
  const exchange = { ...(await over.send(request, to.signal)), sentAt };
  to.pace.release(exchange.outcome, sentAt);
  to.tally.end(sent, exchange, isOwed);
  return exchange;
}

/** Whether a further try may bring an answer that can be judged. */
function isSentAgain(
  n: number,
  { is, endsRun }: Trouble,
  isForLimit: boolean,
  isRepeated: boolean,
  { outcome }: Exchange,
): boolean {
  if (is === 'limited' && (isRepeated || endsRun === true)) return false;
  if (is !== 'no reply' && isForLimit) return false;
  // A second reply would be as long.
  if (outcome.kind === 'no-reply' && outcome.why === 'too-large') return false;
  // It may be load, too.
  const isOfGateway = is === 'firewall' && isGatewayReply(outcome);
  return n < RETRY[is].tries + (isOfGateway ? 1 : 0);
}

/** Holds all requests back; after the reply of a gateway that may be the answer to this request, or a hiccup of one backend behind it, this one alone. */
async function slowDown(
  n: number,
  { is, isAnswerOfLiving, waitMs }: Trouble,
  { pace, signal }: Target,
): Promise<void> {
  const ms = Math.max(waitMs, FIRST_HOLD_MS * 2 ** (n - 1));
  if (is === 'firewall' || (is === 'gateway' && (isAnswerOfLiving || (n === 1 && waitMs === 0))))
    await sleep(ms, undefined, { signal }).catch(() => {});
  else pace.refused(ms);
}

/** What a request draws on its key counts from its reply, however late that is; one that is refused for a limit takes no session. */
function noteUse(
  { who: { key, token } }: PlannedRequest,
  { outcome }: Exchange,
  isRefused: boolean,
  to: Target,
): void {
  if (key === undefined) return;
  const used = to.keyUses.of.get(key.name) ?? new Map<string, number>();
  to.keyUses.of.set(
    key.name,
    used.set((isRefused ? undefined : token?.name) ?? NO_SESSION, performance.now()),
  );
  if (outcome.kind === 'no-reply')
    void outcome.later?.then(() => used.set(token?.name ?? NO_SESSION, performance.now()));
}
