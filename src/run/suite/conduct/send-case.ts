/** Sends the requests of a planned case once, its steps in order, and says what the replies come to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../../../http/exchange.ts';
import { withTagFacts } from '../../../judge/compare/tag-owner.ts';
import type { CaseRequest } from '../../../cases/planned.ts';
import type { Planned } from '../../../cases/plan/plan-case.ts';
import type { PlannedStep } from '../../../cases/plan/plan-step.ts';
import { pauseAfter } from '../../send/again.ts';
import { isBusy } from '../../send/backoff.ts';
import type { Places } from '../../send/concurrency.ts';
import { isGatewayReply } from '../../send/gateway.ts';
import { cutOnceRead, type Redaction } from '../../../report/record/redact.ts';
import { sendJudged, type Sender } from '../../send/send.ts';
import type { KnownFacts } from '../setup/facts.ts';
import { isOfLimitedKey, type CaseAttempt, type CaseVerdict } from '../verdict/case-records.ts';
import { caseVerdict, judgedTogether } from '../verdict/case-verdict.ts';
import { splitOff } from '../../../report/record/run-wide-findings.ts';
import { ANY_TIME, type Permit } from './locks.ts';
import { askingOneKey, sendWithExplicitKeys, type RefusedLists } from './split-by-key.ts';

/** All that the requests of a case are sent by. */
export interface CaseContext extends Sender {
  readonly facts: KnownFacts;
  readonly secretIn: Redaction['secretIn'];
  /** When the case may send; left out: at any time. */
  readonly permit?: Permit;
  /** Where independent requests go side by side; left out: they go one after the other. */
  readonly places?: Places | undefined;
  /** Lists of keys that were refused in this run. */
  readonly refusedLists: RefusedLists;
}

/** Sends one request of a case, and asks by parts where its keys are refused. */
export async function sendOne(
  planned: CaseRequest,
  transport: Transport,
  context: CaseContext,
): Promise<CaseAttempt> {
  const { facts, secretIn, refusedLists } = context;
  const judge = async (each: CaseRequest): Promise<CaseAttempt> => {
    const attempt = await sendJudged(each, transport, context);
    const { exchange } = attempt;
    const known = withTagFacts(attempt.judgement, exchange, each.who.subject, facts.world);
    const own = splitOff(known, exchange, secretIn);
    return { ...attempt, ...own, exchange: cutOnceRead(exchange) };
  };
  const { explicitKeys, rest } = planned;
  if (explicitKeys === undefined) return judge(planned);
  // As many requests as the case counts have to reach the target.
  if (context.atOnce === true && (rest !== undefined || isOfLimitedKey({ planned })))
    return judge(askingOneKey({ ...planned, explicitKeys }));
  return sendWithExplicitKeys({ ...planned, explicitKeys }, judge, facts, refusedLists);
}

/** Repeats a request that is refused for the target's load, more and more slowly, until one that was sent after the end is. */
async function sendUntil(
  planned: CaseRequest,
  end: number,
  transport: Transport,
  context: CaseContext,
): Promise<CaseAttempt> {
  const { signal, permit = ANY_TIME } = context;
  const repeated = { ...context, repeated: true };
  for (let tries = 1; ; tries += 1) {
    let sentAt = 0;
    const attempt = await permit.alongside(() => {
      sentAt = performance.now();
      return sendOne(planned, transport, repeated);
    });
    if (!isBusy(attempt.judgement) || sentAt >= end || signal.aborted) return attempt;
    const pause = pauseAfter('until it is served', tries);
    const ms = Math.min(pause, Math.max(pauseAfter('until it is served', 1), end - performance.now()));
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

/** Whether a gateway answered in the target's place, where only some replies must be so. */
const isUnheard = ({ planned, state, exchange }: CaseAttempt): boolean =>
  planned.rest !== undefined && state !== 'judged' && isGatewayReply(exchange.outcome);

/** Leaves out the requests of a step that the target did not answer itself, as long as they are few. */
function heard(attempts: readonly CaseAttempt[]): readonly CaseAttempt[] {
  const rest = attempts.filter((each) => !isUnheard(each));
  return rest.length > attempts.length / 2 ? rest : attempts;
}

/** Waits until nothing counts any more that was sent with the key of a step, replies that come late included. */
async function restKey({ requests }: PlannedStep, { keyRest, pace, signal }: CaseContext): Promise<void> {
  await pace.answers.settled(signal);
  const tokens = requests.flatMap(({ who }) => who.token?.name ?? []);
  await keyRest.wait(requests[0]?.who.key, tokens, signal);
}

async function sendStep(
  plan: Planned,
  step: PlannedStep,
  transport: Transport,
  context: CaseContext,
): Promise<readonly CaseAttempt[]> {
  const { permit = ANY_TIME, places } = context;
  const { requests } = step;
  if (step.idle) await permit.rest(() => restKey(step, context));
  if (step.together) {
    const atOnce = { ...context, atOnce: true };
    const send = (each: CaseRequest) => sendOne(each, transport, atOnce);
    return judgedTogether(heard(await permit.send(() => Promise.all(requests.map(send)))), context);
  }
  const end = performance.now() + (step.until ?? 0);
  const next = (each: CaseRequest): Promise<CaseAttempt> =>
    step.until === undefined
      ? permit.send(() => sendOne(each, transport, context))
      : sendUntil(each, end, transport, context);
  if (step.independent === true && places !== undefined && !plan.oneConnection)
    return judgedTogether(await places.sideBySide(requests, next), context);
  const attempts: CaseAttempt[] = [];
  for (const each of requests) attempts.push(await next(each));
  return judgedTogether(attempts, context);
}

/** Sends the steps until one has nothing to judge. */
async function sendAll(
  plan: Planned,
  transport: Transport,
  context: CaseContext,
): Promise<readonly CaseAttempt[]> {
  if (plan.together) {
    const { permit = ANY_TIME } = context;
    const atOnce = { ...context, atOnce: true, permit: ANY_TIME };
    const all = await permit.send(() =>
      Promise.all(plan.steps.map((step) => sendStep(plan, step, transport, atOnce))),
    );
    const last = all.findIndex((attempts) => attempts.some(({ state }) => state !== 'judged'));
    return (last < 0 ? all : all.slice(0, last + 1)).flat();
  }
  const sent: CaseAttempt[] = [];
  for (const step of plan.steps) {
    sent.push(...(await sendStep(plan, step, transport, context)));
    if (sent.some(({ state }) => state !== 'judged')) break;
  }
  return sent;
}

/** Does something over a connection of its own. */
export async function overOne<T>(
  { transport }: Pick<CaseContext, 'transport'>,
  work: (connection: Transport) => Promise<T>,
): Promise<T> {
  const connection = transport.single();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Sends a case once. */
export async function sendCase(plan: Planned, context: CaseContext): Promise<CaseVerdict> {
  const over = async (transport: Transport): Promise<CaseVerdict> =>
    caseVerdict(plan, await sendAll(plan, transport, context), context.facts, context.mask);
  return plan.oneConnection ? overOne(context, over) : over(context.transport);
}
