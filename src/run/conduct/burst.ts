/** Cases that need many requests at once, against a target that limits us to fewer: at a slower pace they don't test what they are meant to. */
import type { Planned, PlannedStep } from '../../suite/plan/plan.ts';
import { MAX_SESSION_SECONDS } from '../../engine/key-rest.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import type { Sent } from '../verdict/sent.ts';
import { keyOf, mayMeetLimit, provokesLimit } from '../../engine/backoff.ts';
import { ANY_KEY, type Pace } from '../../engine/pace.ts';

const provokes = ({ requests }: PlannedStep): boolean => requests.some(provokesLimit);

/** Whether the case has to meet a limit that the target declares. */
const isProvoking = ({ steps }: Planned): boolean => steps.some(provokes);

/** How many requests of the plan go at once. */
export function burstOf({ steps, together }: Planned): number {
  const sizes = steps.map((step) => (step.together ? step.requests.length : 1));
  return together ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(...sizes);
}

/** The pace of the slowest limit on which the plan draws, in requests per second; undefined: none is known. */
function rateFor({ steps }: Planned, pace: Pace): number | undefined {
  const keys = new Set([ANY_KEY, ...steps.flatMap(({ requests }) => requests.map(keyOf))]);
  const rates = [...keys].flatMap((key) => pace.throttle(key).rate ?? []);
  return rates.length === 0 ? undefined : Math.min(...rates);
}

function isBySessions({ steps }: Planned, { gate }: Pace): boolean {
  return (
    gate.atOnce !== Infinity ||
    steps.some(({ requests }) => requests.some((each) => gate.isLimited(keyOf(each))))
  );
}

function reasonFor(plan: Planned, size: number, pace: Pace): string {
  const rate = rateFor(plan, pace);
  if (rate !== undefined)
    return `needs a burst of ${size} requests; the target limits us to about ${Math.max(1, Math.round(rate))}/s`;
  return isBySessions(plan, pace)
    ? `needs ${size} requests at once; the target limits how many sessions there may be`
    : `needs a burst of ${size} requests; the target limits us`;
}

/** Why a plan can't be sent as it must be, by what is known about the limits; undefined: it can. */
export function burstBeyond(plan: Planned, pace: Pace): string | undefined {
  const size = burstOf(plan);
  if (size === 1) return undefined;
  const rate = isProvoking(plan) ? pace.throttle(ANY_KEY).rate : rateFor(plan, pace);
  const isTooMuch = (rate !== undefined && size > rate) || size > pace.gate.atOnce;
  return isTooMuch ? reasonFor(plan, size, pace) : undefined;
}

/**
 * Why the requests of a case about a limit show nothing, so that it runs again: it was met too early, as connections were closed on
 * them and the target counts what it got; or it need not be met, as they took too long. Undefined: they count.
 */
export function spoiledBy(plan: Planned, { verdict, sent }: CaseResult): string | undefined {
  if (verdict === 'fail' && isProvoking(plan) && sent.some(({ exchange }) => exchange.resent === true))
    return 'not verified: connections were closed on its requests, so that more were sent than the limit allows';
  if (verdict === 'warn' && plan.alone && isTooSlow(sent))
    return 'not verified: the replies took so long that the limit need not be met; it was tried several times';
  return undefined;
}

const SECOND = 1000;

/** Whether windows of a declared rate passed, or sessions ended, before the replies to its requests came. */
function isTooSlow(sent: readonly Sent[]): boolean {
  const met = sent.filter(({ planned }) => mayMeetLimit(planned));
  const { requestsPerSecond, sessionSeconds } = met[0]?.planned.who.key?.limits ?? {};
  if (sessionSeconds !== undefined) {
    const began = sent[0]?.exchange.sentAt ?? 0;
    const ended = Math.max(...sent.map(({ exchange: { sentAt = 0, ms } }) => sentAt + ms));
    return ended - began >= sessionSeconds * SECOND;
  }
  const quick = met.filter(({ exchange }) => exchange.ms < SECOND);
  return requestsPerSecond !== undefined && quick.length <= 2 * requestsPerSecond;
}

/** Why a case that waits for the end of sessions is not run: they last too long. */
export function outlasting({ steps }: Planned): string | undefined {
  const waiting = steps.slice(1).filter(({ idle }) => idle);
  const keys = waiting.flatMap(({ requests }) => requests[0]?.who.key ?? []);
  const seconds = Math.max(0, ...keys.map(({ limits }) => limits.sessionSeconds ?? 0));
  if (seconds <= MAX_SESSION_SECONDS) return undefined;
  return `not verified: sessions last ${seconds} s, and a run waits for ${MAX_SESSION_SECONDS} s at most`;
}

const STRETCHED =
  'not verified: something in front of the target limits us, so that its own limit could not be met in time';

/**
 * Whether a declared limit seems wrong where another one holds the requests back: a session may end before the next one
 * comes, or last into the next case.
 */
function isStretched(plan: Planned, { verdict, sent }: CaseResult, pace: Pace): boolean {
  const isAboutLimit = plan.alone && plan.steps.some(({ requests }) => requests.some(mayMeetLimit));
  if (!isAboutLimit && !isProvoking(plan)) return false;
  if (verdict !== 'fail' && verdict !== 'warn') return false;
  return sent.some(({ limited }) => limited === true) || pace.throttle(ANY_KEY).rate !== undefined;
}

/**
 * The result of a burst: where the target limited it, it did not go at once, and shows nothing unless a reply was wrong. Where
 * a declared limit is to be met, only what has no answer shows nothing.
 */
export function burstResult(plan: Planned, result: CaseResult, pace: Pace): CaseResult {
  const size = burstOf(plan);
  const { verdict, sent } = result;
  if (isStretched(plan, result, pace))
    return { ...result, verdict: 'skip', findings: [], reason: STRETCHED, limited: true, evidence: [] };
  if (size === 1 || verdict === 'fail' || !sent.some(({ limited }) => limited === true)) return result;
  if (isProvoking(plan) && verdict !== 'error') return result;
  return { ...result, verdict: 'skip', findings: [], reason: reasonFor(plan, size, pace), evidence: [] };
}
