/** Sending one planned request: again where the target limits us or closes, until there is something to judge. */
import type { Dialect } from '../../spec/dialect/dialect.ts';
import {
  afterSecondTry,
  replyHeader,
  withHint,
  type Exchange,
  type Reply,
  type Transport,
} from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { check, type Judgement } from '../../judge/compare/check.ts';
import { breaksMust } from '../../judge/finding.ts';
import type { CaseRequest, PlannedRequest } from '../../cases/planned.ts';
import { firewallRefused, isAnswer, isFirewallReply, looksOdd } from './gateway.ts';
import { backoffOf, isBusy, keyOf, provokesLimit, type Backoff } from './backoff.ts';
import { AGAIN } from './again.ts';
import { afterNetwork } from './after-network.ts';
import { isOwedHttp } from '../../judge/compare/wire-findings.ts';
import { judgeMasked } from './judge-masked.ts';
import type { Mask } from '../../http/secret.ts';
import type { KeyRest } from './key-rest.ts';
import { isWrongCode } from './load-or-code.ts';
import { ANY_KEY, type Pace } from './pace.ts';

/**
 * One planned request that was sent, and what came of it. `judged`: there is something to judge; `busy`: the target or a gateway
 * kept it off; `silent`: no reply came; `blocked`: a firewall in front of the backend refuses this kind of request.
 */
export interface Attempt<P extends PlannedRequest = CaseRequest> {
  readonly planned: P;
  readonly exchange: Exchange;
  readonly judgement: Judgement;
  readonly state: 'judged' | 'busy' | 'silent' | 'blocked';
  /** Why there is nothing to judge, and what to do; undefined: there is. */
  readonly notJudgedBecause: string | undefined;
  /** The target refused it at least once for how much is sent. */
  readonly limited?: true;
}

export interface Sender {
  readonly transport: Transport;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly dialect: Dialect;
  /** A request that any target answers: distinguishes a target that is gone from one that does not answer this request. */
  readonly control: Request;
  readonly count: () => void;
  readonly keyRest: KeyRest;
  readonly mask: Mask;
  /** The requests are to go at once: they are not spaced out unless they are refused. */
  readonly atOnce?: boolean;
  /** The caller repeats the request while the target is too busy for it. */
  readonly repeated?: boolean;
  /** A request without a reply is not sent again: the caller counts it. */
  readonly once?: boolean;
}

/** On whose limits a request draws. */
interface Draw {
  readonly key: string;
  readonly burst: boolean;
  /** It is sent beside as many as are under way: what it shows is needed for them to go on. */
  readonly urgent?: boolean;
  /** It is sent for the first time, and must be answered. */
  readonly owed: boolean;
}

const FREE_DRAW: Draw = { key: ANY_KEY, burst: false, urgent: true, owed: false };

/** Sends one request when its turn has come; `sent` is when that was, by performance.now(). */
async function exchangeOf(
  request: Request,
  transport: Transport,
  { pace, signal, count }: Sender,
  { key, burst, urgent = burst, owed }: Draw = FREE_DRAW,
): Promise<Exchange & { readonly sentAt: number }> {
  await pace.turn(burst, key);
  await pace.gate.place(urgent);
  try {
    count();
    const ended = pace.answers.begin(owed);
    const sentAt = performance.now();
    const exchange = { ...(await transport.send(request, signal)), sentAt };
    ended(exchange);
    const { outcome } = exchange;
    if (outcome.kind === 'reply' && !burst) pace.concurrency.answered(exchange.ms);
    if (outcome.kind === 'no-reply' && owed && outcome.why !== 'aborted') pace.concurrency.strained();
    return exchange;
  } finally {
    if (pace.gate.free()) await afterNetwork();
  }
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
async function whySilent({ outcome }: Exchange, sender: Sender): Promise<string | undefined> {
  if (outcome.kind === 'reply') return undefined;
  if (sender.signal.aborted || outcome.why === 'aborted') return 'the run was ended';
  if (outcome.why === 'timeout' || outcome.why === 'unreachable' || outcome.why === 'too-large')
    return withHint(outcome);
  return (await answersControl(sender)) ? undefined : outcome.detail;
}

/** A request without a reply is sent again, unless its transport has been hung up on twice already, or the reply was too large. */
function wantsSecondTry({ outcome, faults = [] }: Exchange): boolean {
  if (outcome.kind === 'reply' || outcome.why === 'too-large') return false;
  return !faults.some(({ kind }) => kind === 'hung-up');
}

function isSameReply({ outcome: a, faults }: Exchange, { outcome: b }: Exchange): boolean {
  return (
    faults === undefined &&
    a.kind === 'reply' &&
    b.kind === 'reply' &&
    a.status === b.status &&
    a.cutFrom === b.cutFrom &&
    Buffer.compare(a.body, b.body) === 0 &&
    replyHeader(a, 'content-type') === replyHeader(b, 'content-type')
  );
}

/** The tries after which a refusal for load is looked at: a limit that others met just then may be over by the second look. */
const LOOKS_AFTER = new Set([1, 5]);

/** A try, and what may keep it from being judged. */
interface Tried<P extends PlannedRequest> extends Attempt<P> {
  readonly exchange: Exchange & { readonly sentAt: number };
  readonly backoff: Backoff | undefined;
}

/** Sends a request until there is something to judge, or no further try would bring it. */
class Sending<P extends PlannedRequest> {
  readonly #planned: P;
  readonly #transport: Transport;
  readonly #sender: Sender;
  readonly #before: Attempt<P> | undefined;
  readonly #key: string;
  /** Nothing about the reply is judged, so nothing is sent again for its sake. */
  readonly #isOfLiveness: boolean;
  #limited = false;

  constructor(planned: P, transport: Transport, sender: Sender, before: Attempt<P> | undefined) {
    this.#planned = planned;
    this.#transport = transport;
    this.#sender = sender;
    this.#before = before;
    this.#key = keyOf(planned);
    this.#isOfLiveness = planned.allowed.strictness === 'only liveness';
  }

  async run(): Promise<Attempt<P>> {
    const { signal, pace } = this.#sender;
    let tried = await this.#try(1);
    for (let attempt = 2; this.#repeats(tried) && !signal.aborted; attempt += 1) {
      await tried.backoff?.wait(tried.exchange.sentAt);
      if (pace.givenUp() !== undefined) break;
      pace.resent();
      tried = await this.#try(attempt);
    }
    const { backoff, ...attempt } = tried;
    if (backoff?.overlong === true) pace.giveUp(backoff.notJudgedBecause);
    return {
      ...attempt,
      ...(await this.#stateOf(tried)),
      ...(this.#limited && { limited: true as const }),
    };
  }

  /** Whether a further try may bring an answer; the caller may send it itself. */
  #repeats({ backoff, judgement }: Tried<P>): boolean {
    return backoff?.repeats === true && !(this.#sender.repeated === true && isBusy(judgement));
  }

  async #try(attempt: number): Promise<Tried<P>> {
    const { signal, pace, once = false } = this.#sender;
    let exchange = await this.#send(attempt);
    if (attempt === 1 && !once && wantsSecondTry(exchange) && !this.#isOfLiveness && !signal.aborted)
      exchange = afterSecondTry(exchange, await this.#send(attempt + 1));
    const judgement = this.#judge(exchange);
    this.#use(isBusy(judgement));
    const met = backoffOf(exchange, judgement, this.#planned, attempt, pace);
    const looks = met !== undefined && LOOKS_AFTER.has(attempt) && isBusy(judgement);
    const backoff = looks && (await this.#isWrongCode(judgement)) ? undefined : met;
    if (backoff !== undefined && !provokesLimit(this.#planned)) pace.concurrency.strained();
    if (backoff?.limits !== undefined && !this.#limited) {
      this.#limited = true;
      pace.plain.refused(this.#planned, backoff.limits);
      if (!provokesLimit(this.#planned)) pace.answers.limited(backoff.limits, exchange);
    }
    if (backoff === undefined && exchange.outcome.kind === 'reply' && !isBusy(judgement))
      pace.served(this.#key);
    if (judgement.envelope?.returnCode === 'Ok') pace.plain.add(this.#planned);
    const planned = this.#planned;
    return { planned, exchange, judgement, state: 'judged', notJudgedBecause: undefined, backoff };
  }

  /** Only the first try of requests that go at once is not spaced out. */
  async #send(attempt: number): Promise<Exchange & { readonly sentAt: number }> {
    const isFirstAtOnce = attempt === 1 && this.#sender.atOnce === true;
    const { allowed, request } = this.#planned;
    const burst = isFirstAtOnce || provokesLimit(this.#planned);
    const draw = {
      key: this.#key,
      burst,
      urgent: burst || attempt > 1,
      owed: attempt === 1 && isOwedHttp(allowed, request),
    };
    const exchange = await exchangeOf(request, this.#transport, this.#sender, draw);
    const { outcome } = exchange;
    if (outcome.kind === 'no-reply') void outcome.later?.then(() => this.#use(false));
    return exchange;
  }

  /** What a request draws on a key counts from its reply, however late that is; one that is refused for a limit takes no session. */
  #use(refused: boolean): void {
    const { key, token } = this.#planned.who;
    this.#sender.keyRest.use(key?.name, refused ? undefined : token?.name);
  }

  #judge(exchange: Exchange): Judgement {
    const { dialect, mask } = this.#sender;
    return this.#before !== undefined && isSameReply(exchange, this.#before.exchange)
      ? this.#before.judgement
      : judgeMasked(this.#planned.allowed, exchange, dialect, mask);
  }

  /** Whether a refusal for load is the answer to this request, as no other that is sent in turn with it gets it. */
  async #isWrongCode({ envelope }: Judgement): Promise<boolean> {
    const { pace, signal, dialect } = this.#sender;
    const plain = envelope === undefined ? undefined : pace.plain.like(this.#planned, envelope.returnCode);
    if (envelope === undefined || plain === undefined || signal.aborted) return false;
    return isWrongCode(this.#planned, envelope.returnCode, plain, {
      send: async ({ request, allowed }) => {
        const draw = { key: this.#key, burst: true, owed: false };
        const exchange = await exchangeOf(request, this.#transport, this.#sender, draw);
        return check(allowed, exchange, dialect).envelope?.returnCode;
      },
      pause: (ms) => pace.pause(ms),
    });
  }

  /** Whether a firewall refuses this odd request every time, and a plain one is answered. */
  async #isBlocked({ exchange: { outcome }, judgement, backoff }: Tried<P>): Promise<boolean> {
    if (!isFirewallReply(outcome) || this.#isOfLiveness || this.#sender.signal.aborted) return false;
    if (!breaksMust(judgement.findings) || !looksOdd(this.#planned.request)) return false;
    if (backoff === undefined) {
      const { outcome: second } = await this.#send(AGAIN.firewall.tries);
      if (!isFirewallReply(second) || second.status !== outcome.status) return false;
    }
    return answersControl(this.#sender);
  }

  /** After the last try: whether there is something to judge, and why not. */
  async #stateOf(tried: Tried<P>): Promise<Pick<Attempt<P>, 'state' | 'notJudgedBecause'>> {
    const { exchange, backoff } = tried;
    if (await this.#isBlocked(tried))
      return { state: 'blocked', notJudgedBecause: firewallRefused(exchange.outcome as Reply) };
    // Where any status is right and the target answers others, a gateway's reply is the answer.
    if (backoff !== undefined && !(backoff.acceptable && (await answersControl(this.#sender))))
      return { state: 'busy', notJudgedBecause: backoff.notJudgedBecause };
    const why = this.#isOfLiveness ? undefined : await whySilent(exchange, this.#sender);
    return { state: why === undefined ? 'judged' : 'silent', notJudgedBecause: why };
  }
}

/**
 * Sends a request and judges its reply. `before`: the same request, judged already; a reply of the same bytes needs no second
 * judgement.
 */
export async function sendJudged<P extends PlannedRequest>(
  planned: P,
  transport: Transport,
  sender: Sender,
  before?: Attempt<P>,
): Promise<Attempt<P>> {
  const { gate } = sender.pace;
  const { token } = planned.who;
  await gate.enter(keyOf(planned), token?.name);
  try {
    return await new Sending(planned, transport, sender, before).run();
  } finally {
    gate.leave(keyOf(planned), token?.name);
  }
}
