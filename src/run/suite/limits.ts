/** Cases about limits: what keeps their requests from showing anything. */
import type { CaseRequest } from '../../cases/planned.ts';
import type { Planned } from '../../cases/plan/plan-case.ts';
import { MAX_SESSION_SECONDS, SECOND_MS } from '../send/key-rest.ts';
import type { CaseAttempt, CaseVerdict } from './verdict/case-records.ts';

const hasSome = ({ steps }: Planned, isWanted: (request: CaseRequest) => boolean): boolean =>
  steps.some(({ requests }) => requests.some(isWanted));

const mayMeetLimit = ({ limit }: CaseRequest): boolean => limit !== undefined;

/** How many requests of the plan go at once. */
function burstOf({ steps, together }: Planned): number {
  const sizes = steps.map((step) => (step.together ? step.requests.length : 1));
  return together ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(...sizes);
}

/**
 * Why the requests of a case about a limit show nothing, so that it is sent again: it was met too early, as connections were closed on
 * them and the target counts what it got; or it need not be met, as they took too long. Undefined: they count.
 */
export function spoiledBy(plan: Planned, { verdict, attempts }: CaseVerdict): string | undefined {
  if (
    verdict === 'fail' &&
    hasSome(plan, ({ limit }) => limit === 'wanted') &&
    attempts.some(({ exchange }) => exchange.resent === true)
  )
    return 'not verified: connections were closed on its requests, so that more were sent than the limit allows';
  if (verdict === 'warn' && plan.alone && isTooSlow(attempts))
    return 'not verified: the replies took so long that the limit need not be met; it was tried several times';
  return undefined;
}

/** Whether windows of a declared rate passed, or sessions ended, before the replies to its requests came. */
function isTooSlow(attempts: readonly CaseAttempt[]): boolean {
  const met = attempts.filter(({ planned }) => mayMeetLimit(planned));
  const { requestsPerSecond, sessionSeconds } = met[0]?.planned.who.key?.limits ?? {};
  if (sessionSeconds !== undefined) {
    const began = attempts[0]?.exchange.sentAt ?? 0;
    const ended = Math.max(...attempts.map(({ exchange: { sentAt = 0, ms } }) => sentAt + ms));
    return ended - began >= sessionSeconds * SECOND_MS;
  }
  const quick = met.filter(({ exchange }) => exchange.ms < SECOND_MS);
  return requestsPerSecond !== undefined && quick.length <= 2 * requestsPerSecond;
}

/** Why a case is not run that waits for the end of the sessions of this request: they last too long. */
export function outlasting(request: CaseRequest | undefined): string | undefined {
  const seconds = request?.who.key?.limits.sessionSeconds ?? 0;
  if (seconds <= MAX_SESSION_SECONDS) return undefined;
  return `not verified: sessions last ${seconds} s, and a run waits for ${MAX_SESSION_SECONDS} s at most`;
}

/** The result of a case whose requests are to go at once: where the target limited some of them, they did not, and nothing is shown. */
export function limitShown(plan: Planned, result: CaseVerdict): CaseVerdict {
  const size = burstOf(plan);
  const isOfLimit = plan.alone && hasSome(plan, mayMeetLimit);
  if (size === 1 && !isOfLimit) return result;
  if (result.verdict === 'error' || result.limited !== true) return result;
  if (result.verdict === 'fail' && !isOfLimit) return result;
  const reason = isOfLimit
    ? 'not verified: something in front of the target limits us, so that its own limit could not be met in time'
    : `needs ${size} requests at once; the target limits us`;
  return { ...result, verdict: 'skip', findings: [], reason, limited: true, evidence: [] };
}
