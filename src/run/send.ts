/** Sending one planned request: again where the target limits us or closes, until there is something to judge. */
import type { Dialect } from '../dialect/dialect.ts';
import { replyHeader, secondTry, withHint, type Exchange, type Transport } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import type { Judgement } from '../judge/check.ts';
import type { Finding } from '../judge/finding.ts';
import type { PlannedRequest } from '../suite/plan.ts';
import type { ByParts } from './by-parts.ts';
import { isAnswer } from './gateway.ts';
import { hindranceOf, provokesCondition, type Expecting, type Hindrance } from './hindrance.ts';
import { judgeMasked, type Mask } from './judge-masked.ts';
import type { KeyRest } from './key-rest.ts';
import type { Pace } from './pace.ts';

/** What is sent, what is right for it, and the key on whose limits it draws. */
export interface Sendable extends Expecting {
  readonly request: Request;
}

/** An exchange with what the judge says; `trouble`: there is nothing to judge, and why. */
export interface Judged<S extends Sendable = PlannedRequest> {
  readonly planned: S;
  readonly exchange: Exchange;
  readonly judgement: Judgement;
  readonly trouble: string | undefined;
}

/** A judged exchange, and which step it belongs to. */
export interface Sent extends Judged {
  /** `within 3 of 5`; empty where the case sends one request. */
  readonly label: string;
  readonly findings: readonly Finding[];
  /** What concerns every reply, whatever was asked: the run reports it, not the case. */
  readonly throughout: readonly Finding[];
  readonly byParts?: ByParts;
}

export interface Sender {
  readonly transport: Transport;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly dialect: Dialect;
  /** A request that any target answers: tells a target that is gone from one that will not answer this. */
  readonly control: Request;
  readonly count: () => void;
  readonly keyRest: KeyRest;
  readonly mask: Mask;
}

function exchangeOf(
  request: Request,
  transport: Transport,
  { pace, signal, count }: Sender,
  burst = false,
): Promise<Exchange> {
  const send = (): Promise<Exchange> => {
    count();
    return transport.send(request, signal);
  };
  const turn = pace.turn(burst);
  return turn === undefined ? send() : turn.then(send);
}

export function sendControl(sender: Sender): Promise<Exchange> {
  return exchangeOf(sender.control, sender.transport, sender);
}

/** Whether the target answers the control request. */
export async function answersControl(sender: Sender): Promise<boolean> {
  const { outcome } = await sendControl(sender);
  return isAnswer(outcome);
}

/** Why a request without a reply can't be judged, and what to do; undefined: the target answers others, so the missing reply is judged. */
async function troubleOf({ outcome }: Exchange, sender: Sender): Promise<string | undefined> {
  if (outcome.kind === 'reply') return undefined;
  if (sender.signal.aborted || outcome.why === 'aborted') return 'the run was ended';
  if (outcome.why === 'timeout' || outcome.why === 'unreachable' || outcome.why === 'too-large')
    return withHint(outcome);
  return (await answersControl(sender)) ? undefined : outcome.detail;
}

/** What stays of a hindrance after the last try; undefined: the target answers others, so the reply is the answer. */
async function remaining({ acceptable, trouble }: Hindrance, sender: Sender): Promise<string | undefined> {
  return acceptable && (await answersControl(sender)) ? undefined : trouble;
}

function isSameReply({ outcome: a }: Exchange, { outcome: b }: Exchange): boolean {
  return (
    a.kind === 'reply' &&
    b.kind === 'reply' &&
    a.status === b.status &&
    Buffer.compare(a.body, b.body) === 0 &&
    replyHeader(a, 'content-type') === replyHeader(b, 'content-type')
  );
}

/**
 * Sends a request and judges its reply. `before`: the same request, judged already; a reply of the same bytes needs no second
 * judgement.
 */
export async function sendJudged<S extends Sendable>(
  planned: S,
  transport: Transport,
  sender: Sender,
  before?: Judged<S>,
): Promise<Judged<S>> {
  sender.keyRest.use(planned.cast.key?.name);
  const judge = (exchange: Exchange): Judgement =>
    before !== undefined && isSameReply(exchange, before.exchange)
      ? before.judgement
      : judgeMasked(planned.allowed, exchange, sender.dialect, sender.mask);
  const burst = provokesCondition(planned);
  const send = (): Promise<Exchange> => exchangeOf(planned.request, transport, sender, burst);
  let exchange = await send();
  if (exchange.outcome.kind === 'no-reply' && planned.allowed.reach !== 'alive' && !sender.signal.aborted) {
    const second = await send();
    exchange = { ...second, outcome: secondTry(exchange.outcome, second.outcome) };
  }
  let judgement = judge(exchange);
  let hindrance = hindranceOf(exchange, judgement, planned, 1);
  for (let attempt = 2; hindrance?.repeats === true && !sender.signal.aborted; attempt += 1) {
    hindrance.holdBack(sender.pace);
    exchange = await send();
    judgement = judge(exchange);
    hindrance = hindranceOf(exchange, judgement, planned, attempt);
  }
  const silent = planned.allowed.reach !== 'alive' && exchange.outcome.kind === 'no-reply';
  const unjudged = hindrance === undefined ? undefined : await remaining(hindrance, sender);
  const trouble = unjudged ?? (silent ? await troubleOf(exchange, sender) : undefined);
  return { planned, exchange, judgement, trouble };
}
