/** Replies that are not an answer to the request: the target is too busy just now, or a gateway has answered in its place. */
import type { ReturnCode } from '../contract/codes.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Allowed, AllowedOutcome } from '../judge/expect/allowed.ts';
import type { PlannedRequest } from '../judge/planned.ts';
import type { Judgement } from '../judge/compare/check.ts';
import type { KeyLimits } from '../world/world.ts';
import {
  gatewayTrouble,
  isGatewayReply,
  MOST_RETRY_AFTER_MS,
  overlongTrouble,
  retryAfterMs,
  type GatewayReply,
} from './gateway.ts';
import { ANY_KEY, type Pace } from './pace.ts';

/** Refusals that may come at any time from a target whose limits are not declared. */
const CONDITIONS = ['MaxRequestReject', 'MaxCCUReject', 'OperationTimeout'] as const satisfies ReturnCode[];
type Condition = (typeof CONDITIONS)[number];
const isConditionCode = (code: ReturnCode): code is Condition =>
  (CONDITIONS as readonly ReturnCode[]).includes(code);
/** How often a request is sent before its case is an error. */
const TRIES = 5;
const TRIES_OF_ACCEPTABLE = 2;
const FIRST_PAUSE_MS = 200;
const MOST_PAUSE_MS = 5000;
/** How long a limit may refuse everything before the run stops waiting for it: longer than a window of a minute. */
const PATIENCE_MS = 65_000;
/** A request that is refused this often while others of its key are served is not refused for a rate. */
const MOST_TRIES = 12;

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
export interface Hindrance {
  /** Whether another try may bring an answer. */
  readonly repeats: boolean;
  /** Holds the run back before the next try; `sentAt` is when this one was sent. Wait for the promise that it returns. */
  readonly holdBack: (pace: Pace, sentAt: number) => Promise<void> | undefined;
  /** The code or status by which the target limits how much is sent; undefined: it fails. */
  readonly limits: string | undefined;
  /** The message if no further try helps. */
  readonly trouble: string;
  /** Any status is right for the request: where the target is there, even a gateway's reply may be judged. */
  readonly acceptable: boolean;
  /** The target asks for a longer wait than any run should take: no other request would fare better. */
  readonly overlong?: true;
}

/** The key on whose limits a request draws. */
export const keyOf = ({ who: { key } }: PlannedRequest): string => key?.name ?? ANY_KEY;

/** Whether a limit that serves other requests may still serve this one: a while longer than any usual window. */
function isWorthWaiting(attempt: number, { hasServed, droughtMs }: Patience): boolean {
  if (attempt < TRIES && droughtMs <= PATIENCE_MS) return true;
  return (
    hasServed &&
    attempt < 2 * MOST_TRIES &&
    droughtMs <= PATIENCE_MS &&
    (attempt < MOST_TRIES || droughtMs > 0)
  );
}

/** How the limit of a request's key treated its other requests. */
interface Patience {
  /** Whether it served any in this run. */
  readonly hasServed: boolean;
  /** For how long it has refused all of them. */
  readonly droughtMs: number;
}

function patienceOf(pace: Pace, key: string): Patience {
  const limit = pace.throttle(key);
  return { hasServed: limit.hasServed, droughtMs: limit.droughtMs(performance.now()) };
}

const HOLD_BACK: Readonly<
  Record<Condition, (pace: Pace, key: string, sentAt: number, ms: number) => Promise<void> | undefined>
> = {
  MaxRequestReject: (pace, key, sentAt, ms) => pace.refused(key, sentAt, ms),
  MaxCCUReject: (pace, key, _, ms) => pace.refuseSession(key, ms),
  OperationTimeout: (pace, _key, _, ms) => pace.timedOut(ms),
};

function busy(code: Condition, planned: PlannedRequest, attempt: number, ms: number, pace: Pace): Hindrance {
  const key = keyOf(planned);
  const patience = LIMITS.has(code) ? patienceOf(pace, key) : { hasServed: false, droughtMs: 0 };
  return {
    repeats: isWorthWaiting(attempt, patience),
    holdBack: (by, sentAt) => HOLD_BACK[code](by, key, sentAt, ms),
    trouble: `the target answered ${code} ${plural(attempt)}: it limits us; run with a lower --rate or --concurrency, or declare the limits of the key`,
    acceptable: false,
    limits: code,
  };
}

const plural = (times: number): string => (times === 1 ? 'once' : `${times} times`);

function limitedByGateway(
  reply: GatewayReply,
  acceptable: boolean,
  planned: PlannedRequest,
  attempt: number,
  ms: number,
  pace: Pace,
): Hindrance {
  const wanted = retryAfterMs(reply);
  const isOverlong = wanted > MOST_RETRY_AFTER_MS;
  const patience = patienceOf(pace, ANY_KEY);
  return {
    repeats:
      !isOverlong &&
      !provokesLimit(planned) &&
      (acceptable ? attempt < TRIES : isWorthWaiting(attempt, patience)),
    holdBack: (by, sentAt) => by.refused(ANY_KEY, sentAt, Math.max(ms, wanted)),
    trouble: isOverlong ? overlongTrouble(reply, wanted) : gatewayTrouble(reply, attempt),
    acceptable,
    limits: `HTTP ${reply.status}`,
    ...(isOverlong && { overlong: true }),
  };
}

function fromGateway(
  reply: GatewayReply,
  acceptable: boolean,
  planned: PlannedRequest,
  attempt: number,
  ms: number,
): Hindrance {
  const asked = retryAfterMs(reply);
  const pause = Math.max(ms, asked > MOST_PAUSE_MS ? 0 : asked);
  return {
    repeats: attempt < (acceptable ? TRIES_OF_ACCEPTABLE : TRIES) && !provokesLimit(planned),
    // A single one is a hiccup of one backend behind a load balancer, so it slows nothing else down.
    holdBack: (pace) => (attempt === 1 && asked === 0 ? pace.pause(pause) : pace.slow(pause)),
    trouble: gatewayTrouble(reply, attempt),
    acceptable,
    limits: undefined,
  };
}

/** What keeps the `attempt`th try, counted from 1, from being judged; undefined: nothing does. */
export function hindranceOf(
  { outcome }: Exchange,
  judgement: Judgement,
  planned: PlannedRequest,
  attempt: number,
  pace: Pace,
): Hindrance | undefined {
  const ms = Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  const { envelope } = judgement;
  if (envelope !== undefined && isConditionCode(envelope.returnCode) && isCondition(judgement, planned))
    return busy(envelope.returnCode, planned, attempt, ms, pace);
  if (planned.allowed.strictness === 'only liveness' || !isGatewayReply(outcome)) return undefined;
  const acceptable = !breaksMust(judgement);
  return outcome.status === 429
    ? limitedByGateway(outcome, acceptable, planned, attempt, ms, pace)
    : fromGateway(outcome, acceptable, planned, attempt, ms);
}
