/** Sends the requests of a planned case, its steps in order, and says what the replies come to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../../http/exchange.ts';
import { isRightOk } from '../../judge/compare/check.ts';
import { secretLeaks } from '../../judge/reply/leaks.ts';
import { withTagFacts } from '../../judge/compare/tag-owner.ts';
import type { CaseRequest } from '../../cases/planned.ts';
import type { Planned, PlannedStep } from '../../cases/plan/plan-case.ts';
import { cutOnceRead, type Redaction } from '../../report/record/redact.ts';
import { splitOff } from '../../report/record/run-wide-findings.ts';
import { restKey } from '../send/key-rest.ts';
import { attempt, type Attempt, type How } from '../send/attempt.ts';
import type { Turn } from './order.ts';
import { isBusy } from '../send/retry.ts';
import type { Target } from '../send/target.ts';
import { limitShown, outlasting, spoiledBy } from './limits.ts';
import type { KnownFacts } from './setup/facts.ts';
import { skippedCase, type CaseAttempt, type CaseVerdict } from './verdict/case-records.ts';
import { caseVerdict, judgedTogether } from './verdict/case-verdict.ts';

/** The target of a run, and what is known of it. */
export interface KnownTarget extends Target {
  readonly facts: KnownFacts;
  readonly secretIn: Redaction['secretIn'];
}

/** How the requests of a case are sent. */
interface CaseHow {
  /** A connection of its own, over which all goes one after the other; left out: the target's transport. */
  readonly over?: Transport;
  /** Waits until no other case that needs the target for itself sends; left out: it sends beside others. */
  readonly turn?: Turn;
}

interface CaseSending extends CaseHow {
  readonly plan: Planned;
  readonly to: KnownTarget;
}

/** Milliseconds between the first two tries of a step that waits for a limit to end; each further pause is twice as long. */
const UNTIL_PAUSE_MS = 45;

/** A case about a limit whose requests show nothing is sent this many times at most. */
const MAX_TRIES = 3;

/** Runs a case once. Never rejects for what a target does. */
export async function runCase(plan: Planned, to: KnownTarget, how: CaseHow = {}): Promise<CaseVerdict> {
  const unsendable = whyUnsendable(plan, to);
  if (unsendable !== undefined) return unsendable;
  const isOverOne = plan.oneConnection && how.over === undefined;
  for (let n = 1; ; n += 1) {
    const sent = isOverOne
      ? await overOne(to.transport, (over) => sendSteps({ ...how, over, plan, to }))
      : await sendSteps({ ...how, plan, to });
    const result = caseVerdict(plan, sent, to.facts, to.mask);
    if (result.verdict === 'pass' && result.limited === undefined) return result;
    const counted = limitShown(plan, result);
    const spoiled = spoiledBy(plan, counted);
    if (spoiled === undefined) return counted;
    // Where the target limits us, the pace that it asks for is what takes long.
    if (n === MAX_TRIES || to.signal.aborted)
      return { ...skippedCase(spoiled), ...(to.pace.learned !== undefined && { limited: true }) };
  }
}

/** The result of a case of which something can't be sent, or would have to be waited for for too long. */
function whyUnsendable({ steps }: Planned, { transport }: Target): CaseVerdict | undefined {
  for (const [at, { requests, idle }] of steps.entries()) {
    const lasting = idle && at > 0 ? outlasting(requests[0]) : undefined;
    if (lasting !== undefined) return { ...skippedCase(lasting), limited: true };
    for (const { request } of requests) {
      const why = transport.cannot?.(request);
      if (why !== undefined) return skippedCase(`not verified: ${why}`);
    }
  }
  return undefined;
}

/** Sends the steps until one has nothing to judge. */
async function sendSteps(sending: CaseSending): Promise<readonly CaseAttempt[]> {
  const { steps, together } = sending.plan;
  if (together) return sendTogether(sending);
  const sent: CaseAttempt[] = [];
  for (const step of steps) {
    const ofStep = await sendStep(step, sending);
    sent.push(...ofStep);
    for (const { trouble } of ofStep) if (trouble !== undefined) return sent;
  }
  return sent;
}

/** Sends the requests of all steps at once. */
async function sendTogether(sending: CaseSending): Promise<readonly CaseAttempt[]> {
  const { plan, to } = sending;
  for (const step of plan.steps) if (step.idle) await restKeyOf(step, to);
  const sent = await sendAtOnce(
    plan.steps.flatMap(({ requests }) => requests),
    sending,
  );
  return plan.steps.flatMap((step, at) =>
    judgedOf(
      step,
      sent.filter(({ planned }) => planned.step === at),
      to,
    ),
  );
}

async function sendStep(step: PlannedStep, sending: CaseSending): Promise<readonly CaseAttempt[]> {
  const { requests, together, independent, until, idle } = step;
  const { over, turn, to } = sending;
  if (idle) await restKeyOf(step, to);
  if (together) return judgedOf(step, await sendAtOnce(requests, sending), to);
  const sent: CaseAttempt[] = [];
  if (independent === true && over === undefined)
    sent.push(...(await Promise.all(requests.map((each) => sendOne(each, sending)))));
  else if (until !== undefined) for (const each of requests) sent.push(await sendUntil(each, until, sending));
  else
    for (const each of requests)
      sent.push(await (turn ? turn(() => sendOne(each, sending)) : sendOne(each, sending)));
  return judgedOf(step, sent, to);
}

const judgedOf = (
  { requests: [first] }: PlannedStep,
  sent: readonly CaseAttempt[],
  to: KnownTarget,
): readonly CaseAttempt[] => (first?.rest === undefined ? sent : judgedTogether(sent, to));

/** Sends requests at once, as soon as there is room for all of them. */
async function sendAtOnce(
  requests: readonly CaseRequest[],
  sending: CaseSending,
): Promise<readonly CaseAttempt[]> {
  const { turn, to } = sending;
  const all = async () => {
    await to.pace.takeSlots(requests.length);
    return Promise.all(requests.map((each) => sendOne(each, sending, { isBurst: true })));
  };
  return turn ? turn(all) : all();
}

/** Sends a request of a case; what is kept of it. */
async function sendOne(
  planned: CaseRequest,
  { plan, to, over }: CaseSending,
  how: How = {},
): Promise<CaseAttempt> {
  const name = planned.label === '' ? plan.instance.id : `${plan.instance.id} (${planned.label})`;
  return keptAttempt(await attempt(planned, to, { ...(over && { over }), name, ...how }), to);
}

function keptAttempt(sent: Attempt, { facts, secretIn }: KnownTarget): CaseAttempt {
  const leaked = secretLeaks(sent.exchange, secretIn);
  const exchange = cutOnceRead(sent.exchange);
  if (isRightOk(sent.judgement)) return { ...sent, exchange, runWide: leaked };
  const known = withTagFacts(sent.judgement, sent.exchange, sent.planned.who.subject, facts.world);
  const { judgement, runWide } = splitOff(known);
  return { ...sent, exchange, judgement, runWide: [...runWide, ...leaked] };
}

/** Repeats a request that is refused for the target's load, more and more slowly, until one that was sent after the end is. */
async function sendUntil(planned: CaseRequest, ms: number, sending: CaseSending): Promise<CaseAttempt> {
  const { signal } = sending.to;
  const end = performance.now() + ms;
  for (let pause = UNTIL_PAUSE_MS; ; pause *= 2) {
    const sentAt = performance.now();
    const sent = await sendOne(planned, sending, { isRepeated: true });
    if (!isBusy(sent.judgement) || sentAt >= end || signal.aborted) return sent;
    const left = Math.max(UNTIL_PAUSE_MS, end - performance.now());
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
  }
}

/** Waits until nothing counts any more that was sent with the key of a step, replies that come late included. */
async function restKeyOf({ requests }: PlannedStep, { tally, keyUses, signal }: Target): Promise<void> {
  await tally.settled(signal);
  const tokens = requests.flatMap(({ who }) => who.token?.name ?? []);
  await restKey(requests[0]?.who.key, tokens, keyUses, signal);
}

/** Does something over a connection of its own. */
export async function overOne<T>(
  transport: Transport,
  work: (connection: Transport) => Promise<T>,
): Promise<T> {
  const connection = transport.single();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Sends one request of a case again, by itself. */
export const askAgain = async (planned: CaseRequest, to: KnownTarget): Promise<CaseAttempt> =>
  keptAttempt(await attempt(planned, to, { name: 'asked again' }), to);
