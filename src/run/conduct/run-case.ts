/** Sends one planned case, its steps in order, and again where a first result does not count. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../../http/exchange.ts';
import type { CaseRequest } from '../../judge/planned.ts';
import type { Planned, PlannedStep } from '../../suite/plan/plan.ts';
import { burstBeyond, burstResult, outlasting, spoiledBy } from './burst.ts';
import { metOtherLimit, OTHER_LIMIT } from './other-limit.ts';
import { sendWithExplicitKeys, type RefusedLists } from './split-by-key.ts';
import { byMajority, confirmed, isByChance, withoutTheOneBefore } from './confirm.ts';
import { isGatewayReply } from '../../engine/gateway.ts';
import { isBusy } from '../../engine/backoff.ts';
import { cutOnceRead, type Redaction } from '../../engine/redact.ts';
import { sendJudged, type Sender } from '../../engine/send.ts';
import type { Sent } from '../verdict/sent.ts';
import { ANY_TURN, type Turn } from './locks.ts';
import { judgeStep } from '../verdict/judge-step.ts';
import { resultOf } from '../verdict/result-of.ts';
import { setApart, type SetApart } from '../verdict/run-wide-findings.ts';
import { stepLabel } from './step-labels.ts';
import type { KnownFacts } from '../orientation/learned.ts';
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import { withTagFacts } from '../../judge/compare/tag-owner.ts';

export interface CaseSender extends Sender {
  readonly secretIn: Redaction['secretIn'];
  /** When a case that needs the target for itself may send; left out: at any time. */
  readonly turn?: Turn;
  /** Lists of keys that were refused in this run. */
  readonly lists: RefusedLists;
}

/** What the requests of one case are sent by. */
interface CaseRun extends CaseSender {
  readonly facts: TargetFacts;
}

async function send(planned: CaseRequest, transport: Transport, sender: CaseRun): Promise<SetApart> {
  const { world } = sender.facts;
  const judge = async (each: CaseRequest): Promise<SetApart> => {
    const judged = await sendJudged(each, transport, sender);
    const judgement = withTagFacts(judged.judgement, judged.exchange, each.who.subject, world);
    const apart = setApart({ ...judged, judgement }, sender.secretIn);
    return { ...apart, exchange: cutOnceRead(apart.exchange) };
  };
  const { explicitKeys, rest } = planned;
  if (explicitKeys === undefined || rest !== undefined) return judge(planned);
  return sendWithExplicitKeys({ ...planned, explicitKeys }, judge, sender.facts, sender.lists);
}

const FIRST_PAUSE_MS = 45;

/** Repeats a request that is refused for the target's load, more and more slowly, until one that was sent after the end is. */
async function sendUntil(
  planned: CaseRequest,
  end: number,
  transport: Transport,
  sender: CaseRun,
): Promise<SetApart> {
  const { turn = ANY_TURN } = sender;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const sentAt = performance.now();
    const judged = await send(planned, transport, { ...sender, repeated: true });
    if (!isBusy(judged.judgement) || sentAt >= end || sender.signal.aborted) return judged;
    const ms = Math.min(pause, Math.max(FIRST_PAUSE_MS, end - performance.now()));
    await turn.rest(() => sleep(ms, undefined, { signal: sender.signal }).catch(() => {}));
  }
}

/** Whether a gateway answered in the target's place, where only some replies must be so. */
const isUnheard = ({ planned, notJudgedBecause, exchange }: SetApart): boolean =>
  planned.rest !== undefined && notJudgedBecause !== undefined && isGatewayReply(exchange.outcome);

/** Leaves out the requests of a step that the target did not answer itself, as long as they are few. */
function heard(judged: readonly SetApart[]): readonly SetApart[] {
  const rest = judged.filter((each) => !isUnheard(each));
  return rest.length > judged.length / 2 ? rest : judged;
}

/** Waits until nothing counts any more that was sent with the key of a step, replies that come late included. */
async function restKey({ requests }: PlannedStep, { keyRest, pace, signal }: CaseRun): Promise<void> {
  await pace.answers.settled(signal);
  const tokens = requests.flatMap(({ who }) => who.token?.name ?? []);
  await keyRest.wait(requests[0]?.who.key, tokens, signal);
}

async function sendStep(
  step: PlannedStep,
  transport: Transport,
  sender: CaseRun,
): Promise<readonly SetApart[]> {
  const { turn = ANY_TURN } = sender;
  if (step.idle) await turn.rest(() => restKey(step, sender));
  const end = step.until === undefined ? undefined : performance.now() + step.until;
  if (step.together) {
    const atOnce = { ...sender, atOnce: true };
    return heard(await Promise.all(step.requests.map((planned) => send(planned, transport, atOnce))));
  }
  const judged: SetApart[] = [];
  for (const planned of step.requests)
    judged.push(
      await (end === undefined
        ? send(planned, transport, sender)
        : sendUntil(planned, end, transport, sender)),
    );
  return judged;
}

async function sendAll(plan: Planned, transport: Transport, sender: CaseRun): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const atOnce = plan.together
    ? await Promise.all(
        plan.steps.map((step) => sendStep(step, transport, { ...sender, atOnce: true, turn: ANY_TURN })),
      )
    : [];
  for (const [index, step] of plan.steps.entries()) {
    const judged = atOnce[index] ?? (await sendStep(step, transport, sender));
    const findings = judgeStep(judged, sender);
    sent.push(
      ...judged.map((each, at) => ({
        ...each,
        step: index,
        label: stepLabel(plan, step, at),
        findings: findings[at] ?? [],
      })),
    );
    if (sent.some(({ notJudgedBecause }) => notJudgedBecause !== undefined)) return sent;
  }
  return sent;
}

async function runOnce(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  const lacking = burstBeyond(plan, sender.pace) ?? outlasting(plan);
  if (lacking !== undefined) return limited(lacking);
  let spoiled = '';
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const result = burstResult(plan, await sendOnce(plan, sender, facts), sender.pace);
    if (await metOtherLimit(result, sender)) return limited(OTHER_LIMIT);
    const why = spoiledBy(plan, result);
    if (why === undefined || sender.signal.aborted) return result;
    spoiled = why;
  }
  return skipped(spoiled);
}

/** How often a case about a limit is run at most, while what it sent shows nothing. */
const MOST_RUNS = 3;

const limited = (reason: string): CaseResult => ({ ...skipped(reason), limited: true });

function skipped(reason: string): CaseResult {
  return { verdict: 'skip', findings: [], leftOpen: [], notes: [], reason, sent: [], evidence: [] };
}

async function sendOnce(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  const over = async (transport: Transport): Promise<CaseResult> =>
    resultOf(plan, await sendAll(plan, transport, { ...sender, facts }), facts, sender.mask);
  return plan.oneConnection ? overOne(sender, over) : over(sender.transport);
}

/** Does something over a connection of its own. */
export async function overOne<T>(
  { transport }: Pick<CaseSender, 'transport'>,
  work: (connection: Transport) => Promise<T>,
): Promise<T> {
  const connection = transport.single();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/**
 * Runs a case, several times where chance has a part, and again where its result may hang on something else than its own requests.
 * Never rejects for what a target does.
 */
export async function runCase(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  if (isByChance(plan)) return byMajority(() => runOnce(plan, { ...sender, once: true }, facts));
  const result = await runOnce(plan, sender, facts);
  if (!plan.instance.from.shipped || sender.signal.aborted) return result;
  if (result.verdict === 'warn')
    return overOne(sender, (connection) =>
      withoutTheOneBefore(result, (planned) => send(planned, connection, { ...sender, facts })),
    );
  const rests = result.verdict === 'fail' && result.notes.length > 0;
  return rests ? confirmed(result, () => runOnce(plan, sender, facts)) : result;
}
