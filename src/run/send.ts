/** Sending one planned request: again where the target limits us or closes, until there is something to judge. */
import type { ReturnCode } from '../contract/codes.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { replyHeader, secondTry, type Exchange, type Transport } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import type { Allowed } from '../judge/allowed.ts';
import type { Judgement } from '../judge/check.ts';
import type { Finding } from '../judge/finding.ts';
import type { PlannedRequest } from '../suite/plan.ts';
import type { KeyLimits, SecretKey } from '../world/world.ts';
import { judgeMasked, type Mask } from './judge-masked.ts';
import type { KeyRest } from './key-rest.ts';
import type { Pace } from './pace.ts';

/** What is sent, what is right for it, and the key on whose limits it draws. */
export interface Sendable {
  readonly request: Request;
  readonly allowed: Allowed;
  /** What other replies may be, where only some must be as `allowed` says. */
  readonly rest?: Allowed;
  readonly cast: { readonly key: SecretKey | undefined };
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

/** Refusals that may come at any time from a target whose limits are not declared (P4). */
const CONDITIONS: ReadonlySet<ReturnCode> = new Set(['MaxRequestReject', 'MaxCCUReject', 'OperationTimeout']);
const TRIES = 5;
const FIRST_REST_MS = 200;

function exchangeOf(
  request: Request,
  transport: Transport,
  { pace, signal, count }: Sender,
): Promise<Exchange> {
  const send = (): Promise<Exchange> => {
    count();
    return transport.send(request, signal);
  };
  const turn = pace.turn();
  return turn === undefined ? send() : turn.then(send);
}

function allows({ outcomes }: Allowed, code: ReturnCode): boolean {
  return outcomes.some(({ expected }) => expected.kind === 'refused' && expected.code === code);
}

/** Whether the target says that it is too busy for this just now. */
export function isBusy({ envelope }: Judgement): boolean {
  return envelope !== undefined && CONDITIONS.has(envelope.returnCode);
}

/** The limit of a key by which a refusal is an answer to the request rather than a condition (P4). */
const LIMITS: ReadonlyMap<ReturnCode, keyof KeyLimits> = new Map([
  ['MaxRequestReject', 'requestsPerSecond'],
  ['MaxCCUReject', 'sessions'],
]);

/** Whether a refusal is a condition of the target's load rather than an answer to this request. */
function isCondition({ envelope }: Judgement, { allowed, rest, cast }: Sendable): boolean {
  if (envelope === undefined || !CONDITIONS.has(envelope.returnCode)) return false;
  const limit = LIMITS.get(envelope.returnCode);
  const declared = limit !== undefined && cast.key?.limits[limit] !== undefined;
  return (
    !declared &&
    !allows(allowed, envelope.returnCode) &&
    (rest === undefined || !allows(rest, envelope.returnCode))
  );
}

/** Whether the target answers anybody. */
export async function answersControl(sender: Sender): Promise<boolean> {
  const { outcome } = await exchangeOf(sender.control, sender.transport, sender);
  return outcome.kind === 'reply';
}

/** What to say of a request without a reply; undefined: the target lives, so that it is the reply that is missing. */
async function troubleOf({ outcome }: Exchange, sender: Sender): Promise<string | undefined> {
  if (outcome.kind === 'reply') return undefined;
  if (sender.signal.aborted || outcome.why === 'aborted') return 'the run was ended';
  if (outcome.why === 'timeout' || outcome.why === 'unreachable' || outcome.why === 'too-large')
    return outcome.detail;
  return (await answersControl(sender)) ? undefined : outcome.detail;
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
  let exchange = await exchangeOf(planned.request, transport, sender);
  if (exchange.outcome.kind === 'no-reply' && planned.allowed.reach !== 'alive' && !sender.signal.aborted) {
    const second = await exchangeOf(planned.request, transport, sender);
    exchange = { ...second, outcome: secondTry(exchange.outcome, second.outcome) };
  }
  let judgement = judge(exchange);
  for (
    let attempt = 1;
    attempt < TRIES && isCondition(judgement, planned) && !sender.signal.aborted;
    attempt += 1
  ) {
    sender.pace.rest(FIRST_REST_MS * 2 ** (attempt - 1));
    exchange = await exchangeOf(planned.request, transport, sender);
    judgement = judge(exchange);
  }
  const limited = isCondition(judgement, planned)
    ? `the target answered ${judgement.envelope?.returnCode ?? ''} ${TRIES} times: it limits us; run with a lower --rate or --concurrency, or declare the limits of the key`
    : undefined;
  const silent = planned.allowed.reach !== 'alive' && exchange.outcome.kind === 'no-reply';
  const trouble = limited ?? (silent ? await troubleOf(exchange, sender) : undefined);
  return { planned, exchange, judgement, trouble };
}
