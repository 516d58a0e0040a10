/** Replies that are not an answer to the request: the target is too busy just now, or a gateway has answered in its place. */
import { isConditionCode, type ConditionCode, type ReturnCode } from '../../spec/codes.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import type { PlannedRequest } from '../../cases/planned.ts';
import type { Judgement } from '../../judge/compare/check.ts';
import type { KeyLimits } from '../../world/world.ts';
import {
  gatewayAnswered,
  isGatewayReply,
  MAX_RETRY_AFTER_MS,
  overlongWait,
  retryAfterMs,
  type GatewayReply,
} from './gateway.ts';
import { AGAIN, pauseAfter } from './again.ts';
import { ANY_KEY, type Pace } from './pace.ts';

/** How long a limit may refuse everything before the run stops waiting for it: longer than a window of a minute. */
const RETRY_BUDGET_MS = 65_000;

/** Whether the target says that it is too busy for this just now. */
export function isBusy({ envelope }: Judgement): boolean {
  return envelope !== undefined && isConditionCode(envelope.returnCode);
}

/** The limit of a key by which a refusal is an answer to the request rather than a condition. */
const LIMITS: ReadonlyMap<ReturnCode, keyof KeyLimits> = new Map([
  ['MaxRequestReject', 'requestsPerSecond'],
  ['MaxCCUReject', 'sessions'],
]);

const breaksMust = ({ findings }: Judgement): boolean => findings.some(({ level }) => level === 'must');

function allows({ outcomes }: Allowed, isWanted: (code: ReturnCode) => boolean): boolean {
  return outcomes.some(({ expected }) => expected.kind === 'refused' && isWanted(expected.code));
}

/** Whether a reply may be of this code: every one, or some of several. */
const mayBe = ({ allowed, rest }: PlannedRequest, isWanted: (code: ReturnCode) => boolean): boolean =>
  allows(allowed, isWanted) || (rest !== undefined && allows(rest, isWanted));

/** Whether a declared limit of the key is to be met, and the reply has the code of the other limit, which is not declared. */
export function refusesAsOtherLimit({ envelope }: Judgement, planned: PlannedRequest): boolean {
  const limits = planned.who.key?.limits ?? {};
  const other = envelope === undefined ? undefined : LIMITS.get(envelope.returnCode);
  if (other === undefined || limits[other] !== undefined) return false;
  return mayBe(planned, (code) => {
    const limit = LIMITS.get(code);
    return limit !== undefined && limits[limit] !== undefined;
  });
}

/** Whether a refusal is a condition of the target's load rather than an answer to this request. */
function isCondition(judgement: Judgement, planned: PlannedRequest): boolean {
  const { envelope } = judgement;
  if (envelope === undefined || !isConditionCode(envelope.returnCode)) return false;
  const limit = LIMITS.get(envelope.returnCode);
  const declared = limit !== undefined && planned.who.key?.limits[limit] !== undefined;
  return (
    !declared &&
    !mayBe(planned, (code) => code === envelope.returnCode) &&
    !refusesAsOtherLimit(judgement, planned)
  );
}

const isLimit = ({ expected }: AllowedOutcome): boolean =>
  expected.kind === 'refused' && LIMITS.has(expected.code);

/** Whether a refusal for a limit is an expected outcome, whatever the answers to open questions are. */
function wantsLimit({ outcomes }: Allowed): boolean {
  return outcomes.some((outcome) => isLimit(outcome) && outcome.when.length === 0);
}

/** Whether a refusal for a limit is one of the right answers. */
export const mayMeetLimit = (planned: PlannedRequest): boolean => mayBe(planned, (code) => LIMITS.has(code));

/** Whether the request is meant to meet a limit: sent slowly or repeated, it would prove nothing. */
export function provokesLimit({ allowed, rest }: PlannedRequest): boolean {
  return wantsLimit(allowed) || (rest !== undefined && wantsLimit(rest));
}

/** What keeps a reply from being judged. */
export interface Backoff {
  /** Whether another try may bring an answer. */
  readonly repeats: boolean;
  /** Holds the run back before the next try; `sentAt` is when this one was sent. Wait for the promise that it returns. */
  readonly wait: (sentAt: number) => Promise<void> | undefined;
  /** The code or status by which the target limits how much is sent; undefined: it fails. */
  readonly limits: string | undefined;
  /** The message if no further try helps. */
  readonly notJudgedBecause: string;
  /** Any status is right for the request: where the target is there, even a gateway's reply may be judged. */
  readonly acceptable: boolean;
  /** The target asks for a longer wait than any run should take: no other request would fare better. */
  readonly overlong?: true;
}

/** The key on whose limits a request draws. */
export const keyOf = ({ who: { key } }: PlannedRequest): string => key?.name ?? ANY_KEY;

/** One try of a request. */
interface Try {
  readonly planned: PlannedRequest;
  /** Counted from 1. */
  readonly attempt: number;
  readonly pace: Pace;
  /** How long to wait for the next one. */
  readonly ms: number;
}

/**
 * Whether a limit that serves other requests may still serve this one: a while longer than any usual window. A session that others
 * keep open ends when they have had their turn.
 */
function isWorthWaiting({ attempt, pace }: Try, key: string, code?: ConditionCode): boolean {
  const limit = pace.throttle(key);
  const ms = limit.sinceServedMs(performance.now());
  if (ms > RETRY_BUDGET_MS) return false;
  if (!limit.hasServed) return attempt < AGAIN.busy.tries;
  const isOfAll = ms > 0 || code === 'MaxCCUReject';
  return attempt < AGAIN[isOfAll ? 'limited, as all are' : 'limited'].tries;
}

/** How each condition holds the run back. */
const WAIT: Readonly<
  Record<ConditionCode, (each: Try, key: string, sentAt: number) => Promise<void> | undefined>
> = {
  MaxRequestReject: ({ pace, ms }, key, sentAt) => pace.refused(key, sentAt, ms),
  MaxCCUReject: ({ pace, ms }, key) => pace.refuseSession(key, ms),
  OperationTimeout: ({ pace, ms }) => pace.timedOut(ms),
};

function busy(code: ConditionCode, each: Try): Backoff {
  const { planned, attempt } = each;
  const key = keyOf(planned);
  return {
    repeats: LIMITS.has(code) ? isWorthWaiting(each, key, code) : attempt < AGAIN.busy.tries,
    wait: (sentAt) => WAIT[code](each, key, sentAt),
    notJudgedBecause: `the target answered ${code} ${attempt === 1 ? 'once' : `${attempt} times`}: it limits us; run with a lower --rate or --concurrency, or declare the limits of the key`,
    acceptable: false,
    limits: code,
  };
}

function limitedByGateway(reply: GatewayReply, acceptable: boolean, each: Try): Backoff {
  const { planned, attempt, pace, ms } = each;
  const wanted = retryAfterMs(reply);
  const isOverlong = wanted > MAX_RETRY_AFTER_MS;
  return {
    repeats:
      !isOverlong &&
      !provokesLimit(planned) &&
      (acceptable ? attempt < AGAIN.busy.tries : isWorthWaiting(each, ANY_KEY)),
    wait: (sentAt) => pace.refused(ANY_KEY, sentAt, Math.max(ms, wanted)),
    notJudgedBecause: isOverlong ? overlongWait(reply, wanted) : gatewayAnswered(reply, attempt),
    acceptable,
    limits: `HTTP ${reply.status}`,
    ...(isOverlong && { overlong: true }),
  };
}

function failedByGateway(reply: GatewayReply, acceptable: boolean, each: Try): Backoff {
  const { planned, attempt, pace, ms } = each;
  const asked = retryAfterMs(reply);
  const pause = Math.max(ms, asked > AGAIN.busy.maxPauseMs ? 0 : asked);
  const { tries } = AGAIN[acceptable ? 'busy, or the answer' : 'busy'];
  return {
    repeats: attempt < tries && !provokesLimit(planned),
    // A single one is a hiccup of one backend behind a load balancer, so it slows nothing else down.
    wait: () => (attempt === 1 && asked === 0 ? pace.pause(pause) : pace.slow(pause)),
    notJudgedBecause: gatewayAnswered(reply, attempt),
    acceptable,
    limits: undefined,
  };
}

/** What keeps the `attempt`th try, counted from 1, from being judged; undefined: nothing does. */
export function backoffOf(
  { outcome }: Exchange,
  judgement: Judgement,
  planned: PlannedRequest,
  attempt: number,
  pace: Pace,
): Backoff | undefined {
  const each = { planned, attempt, pace, ms: pauseAfter('busy', attempt) };
  const { envelope } = judgement;
  if (envelope !== undefined && isConditionCode(envelope.returnCode) && isCondition(judgement, planned))
    return busy(envelope.returnCode, each);
  if (planned.allowed.strictness === 'only liveness' || !isGatewayReply(outcome)) return undefined;
  const acceptable = !breaksMust(judgement);
  return outcome.status === 429
    ? limitedByGateway(outcome, acceptable, each)
    : failedByGateway(outcome, acceptable, each);
}
