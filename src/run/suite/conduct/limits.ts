/**
 * Cases about limits. Those that need many requests at once don't test what they are meant to at a slower pace, against a target that
 * limits us to fewer; and a declared limit may be refused with the code of one that is not declared.
 */
import type { Planned } from '../../../cases/plan/plan-case.ts';
import type { PlannedStep } from '../../../cases/plan/plan-step.ts';
import { MAX_SESSION_SECONDS } from '../../send/key-rest.ts';
import type { CaseAttempt, CaseVerdict } from '../verdict/case-records.ts';
import { keyOf, mayMeetLimit, provokesLimit, refusesAsOtherLimit } from '../../send/backoff.ts';
import { ANY_KEY, type Pace } from '../../send/pace.ts';
import type { ReturnCode } from '../../../spec/codes.ts';
import type { Transport } from '../../../http/exchange.ts';
import { sendJudged, type Sender } from '../../send/send.ts';
import type { CaseRequest } from '../../../cases/planned.ts';

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
  if (rate !== undefined && rate < size)
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
export function spoiledBy(plan: Planned, { verdict, attempts }: CaseVerdict): string | undefined {
  if (verdict === 'fail' && isProvoking(plan) && attempts.some(({ exchange }) => exchange.resent === true))
    return 'not verified: connections were closed on its requests, so that more were sent than the limit allows';
  if (verdict === 'warn' && plan.alone && isTooSlow(attempts))
    return 'not verified: the replies took so long that the limit need not be met; it was tried several times';
  return undefined;
}

const SECOND = 1000;

/** Whether windows of a declared rate passed, or sessions ended, before the replies to its requests came. */
function isTooSlow(attempts: readonly CaseAttempt[]): boolean {
  const met = attempts.filter(({ planned }) => mayMeetLimit(planned));
  const { requestsPerSecond, sessionSeconds } = met[0]?.planned.who.key?.limits ?? {};
  if (sessionSeconds !== undefined) {
    const began = attempts[0]?.exchange.sentAt ?? 0;
    const ended = Math.max(...attempts.map(({ exchange: { sentAt = 0, ms } }) => sentAt + ms));
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
function isStretched(plan: Planned, { verdict, attempts }: CaseVerdict, pace: Pace): boolean {
  const isAboutLimit = plan.alone && plan.steps.some(({ requests }) => requests.some(mayMeetLimit));
  if (!isAboutLimit && !isProvoking(plan)) return false;
  if (verdict !== 'fail' && verdict !== 'warn') return false;
  return attempts.some(({ limited }) => limited === true) || pace.throttle(ANY_KEY).rate !== undefined;
}

/**
 * The result of a burst: where the target limited it, it did not go at once, and shows nothing unless a reply was wrong. Where
 * a declared limit is to be met, only what has no answer shows nothing.
 */
export function burstResult(plan: Planned, result: CaseVerdict, pace: Pace): CaseVerdict {
  const size = burstOf(plan);
  const { verdict, attempts } = result;
  if (isStretched(plan, result, pace))
    return { ...result, verdict: 'skip', findings: [], reason: STRETCHED, limited: true, evidence: [] };
  if (size === 1 || verdict === 'fail' || !attempts.some(({ limited }) => limited === true)) return result;
  if (isProvoking(plan) && verdict !== 'error') return result;
  return { ...result, verdict: 'skip', findings: [], reason: reasonFor(plan, size, pace), evidence: [] };
}

// A declared limit that is refused with the code of the other limit: the wrong code, or a limit that the target file does not know.

const codeOf = ({ judgement: { envelope } }: Pick<CaseAttempt, 'judgement'>): ReturnCode | undefined =>
  envelope?.returnCode;

/** Sends requests in turn over one connection until one is not answered as `isExpected` says; whether none was. */
async function answersAll(
  requests: readonly CaseRequest[],
  isExpected: (code: ReturnCode | undefined, index: number) => boolean,
  connection: Transport,
  sender: Sender,
): Promise<boolean> {
  for (const [index, planned] of requests.entries()) {
    const judged = await sendJudged(planned, connection, { ...sender, atOnce: true });
    if (!isExpected(codeOf(judged), index)) return false;
  }
  return true;
}

/** A limit of sessions serves a known session between refusals of a new one; a limit of the rate would refuse both, or neither. */
const NEW_SESSION = [false, false, true, true, false, true];

async function isOfSessions(
  met: CaseAttempt,
  attempts: readonly CaseAttempt[],
  connection: Transport,
  sender: Sender,
): Promise<boolean> {
  const { planned } = met;
  const known = attempts.find(
    (each) => codeOf(each) === 'Ok' && each.planned.who.token?.name !== planned.who.token?.name,
  );
  if (known === undefined) return false;
  // With what is right for the new one, so that a refusal of it is not taken for a busy target and sent again.
  const again: CaseRequest = { ...planned, request: known.planned.request, who: known.planned.who };
  return answersAll(
    NEW_SESSION.map((isNew) => (isNew ? planned : again)),
    (code, index) => code === (NEW_SESSION[index] === true ? codeOf(met) : 'Ok'),
    connection,
    sender,
  );
}

/** A target that is too slow for its declared rate in turn is asked no longer. */
const MAX_MS = 5000;

/** One caller who sends in turn over one connection is one session: what refuses it after the declared number is the rate. */
async function isOfRate(
  met: CaseAttempt,
  perSecond: number,
  connection: Transport,
  sender: Sender,
): Promise<boolean> {
  const { planned } = met;
  await sender.keyRest.wait(planned.who.key, [], sender.signal);
  const end = performance.now() + MAX_MS;
  let served = 0;
  let refusal: ReturnCode | undefined;
  const requests = Array.from({ length: 3 * perSecond }, () => planned);
  await answersAll(
    requests,
    (code) => {
      if (code === 'Ok') served += 1;
      else refusal = code;
      return code === 'Ok' && performance.now() < end;
    },
    connection,
    sender,
  );
  return served >= perSecond && refusal === codeOf(met);
}

/** Whether it is the declared limit that was refused so, as a few requests in turn show. */
async function isDeclaredLimit(
  met: CaseAttempt,
  attempts: readonly CaseAttempt[],
  sender: Sender,
): Promise<boolean> {
  const perSecond = met.planned.who.key?.limits.requestsPerSecond;
  const connection = sender.transport.single();
  try {
    return perSecond === undefined
      ? await isOfSessions(met, attempts, connection, sender)
      : await isOfRate(met, perSecond, connection, sender);
  } finally {
    await connection.close();
  }
}

export const OTHER_LIMIT =
  'not verified: the target refused it for a limit of the key that is not declared; declare its rate and its sessions';

/** Whether a case failed by a limit that is not declared; it is asked again, in turn, whether it is the declared one. */
export async function metOtherLimit({ verdict, attempts }: CaseVerdict, sender: Sender): Promise<boolean> {
  const met = attempts.find(({ judgement, planned }) => refusesAsOtherLimit(judgement, planned));
  return verdict === 'fail' && met !== undefined && !(await isDeclaredLimit(met, attempts, sender));
}
