/** Sends one planned case, its steps in order, and again where a first result does not count. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../http/exchange.ts';
import type { Planned, CaseRequest, PlannedStep } from '../suite/plan/plan.ts';
import { burstBeyond, burstResult, isOvercounted, OVERCOUNTED } from './sending/burst.ts';
import { metOtherLimit, OTHER_LIMIT } from './sending/other-limit.ts';
import { sendNamingKeys, type RefusedLists } from './sending/by-parts.ts';
import { confirmed } from './verdict/confirm.ts';
import { isGatewayReply } from '../engine/gateway.ts';
import { isBusy } from '../engine/hindrance.ts';
import type { Redaction } from '../engine/redact.ts';
import { sendJudged, type Sender } from '../engine/send.ts';
import type { Sent } from './sending/sent.ts';
import { ANY_TURN, type Turn } from './sending/turns.ts';
import { judgeStep } from './verdict/judge-step.ts';
import { resultOf } from './verdict/result-of.ts';
import { setApart, type SetApart } from './verdict/throughout.ts';
import { stepLabel } from './events/step-labels.ts';
import type { KnownFacts } from './verdict/known-facts.ts';
import type { TargetFacts } from '../suite/plan/plan-case.ts';
import type { CaseResult } from './verdict/case-result.ts';
import { namingOwner } from '../judge/compare/whose-tags.ts';

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
    const judgement = namingOwner(judged.judgement, each.fixtures.subject, world);
    return setApart({ ...judged, judgement }, sender.secretIn);
  };
  const { naming, rest } = planned;
  if (naming === undefined || rest !== undefined) return judge(planned);
  return sendNamingKeys({ ...planned, naming }, judge, sender.facts, sender.lists);
}

const FIRST_PAUSE_MS = 45;

/** Repeats a request that is refused for the target's load, more and more slowly, until the time is over. */
async function sendUntil(
  step: PlannedStep,
  limitMs: number,
  transport: Transport,
  sender: CaseRun,
): Promise<readonly SetApart[]> {
  const [planned] = step.requests;
  if (planned === undefined) return [];
  const { turn = ANY_TURN } = sender;
  const end = performance.now() + limitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const judged = await send(planned, transport, { ...sender, repeated: true });
    if (!isBusy(judged.judgement) || performance.now() + pause > end || sender.signal.aborted)
      return [judged];
    const wait = (): Promise<void> => sleep(pause, undefined, { signal: sender.signal }).catch(() => {});
    await turn.rest(wait);
  }
}

/** Whether a gateway answered in the target's place, where only some replies must be so. */
const isUnheard = ({ planned, trouble, exchange }: SetApart): boolean =>
  planned.rest !== undefined && trouble !== undefined && isGatewayReply(exchange.outcome);

/** Leaves out the requests of a step that the target did not answer itself, as long as they are few. */
function heard(judged: readonly SetApart[]): readonly SetApart[] {
  const rest = judged.filter((each) => !isUnheard(each));
  return rest.length > judged.length / 2 ? rest : judged;
}

async function sendStep(
  step: PlannedStep,
  transport: Transport,
  sender: CaseRun,
): Promise<readonly SetApart[]> {
  const { turn = ANY_TURN } = sender;
  if (step.idle)
    await turn.rest(() => sender.keyRest.wait(step.requests[0]?.fixtures.key?.name, sender.signal));
  if (step.until !== undefined) return sendUntil(step, step.until, transport, sender);
  if (step.together) {
    const atOnce = { ...sender, atOnce: true };
    return heard(await Promise.all(step.requests.map((planned) => send(planned, transport, atOnce))));
  }
  const judged: SetApart[] = [];
  for (const planned of step.requests) judged.push(await send(planned, transport, sender));
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
    if (sent.some(({ trouble }) => trouble !== undefined)) return sent;
  }
  return sent;
}

async function runOnce(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  const lacking = burstBeyond(plan, sender.pace);
  if (lacking !== undefined) return limited(lacking);
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const result = burstResult(plan, await sendOnce(plan, sender, facts), sender.pace);
    if (await metOtherLimit(result, sender)) return limited(OTHER_LIMIT);
    if (!isOvercounted(plan, result) || sender.signal.aborted) return result;
  }
  return skipped(OVERCOUNTED);
}

/** How often a case about a limit is run at most, while its own requests spoil the count. */
const MOST_RUNS = 3;

const limited = (reason: string): CaseResult => ({ ...skipped(reason), limited: true });

function skipped(reason: string): CaseResult {
  return { verdict: 'skip', findings: [], leftOpen: [], notes: [], reason, sent: [], evidence: [] };
}

async function sendOnce(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  const inRun: CaseRun = { ...sender, facts };
  if (!plan.oneConnection)
    return resultOf(plan, await sendAll(plan, sender.transport, inRun), facts, sender.mask);
  const connection = sender.transport.single();
  try {
    return resultOf(plan, await sendAll(plan, connection, inRun), facts, sender.mask);
  } finally {
    await connection.close();
  }
}

/**
 * Runs a case, and again where it fails by what was learned: such a failure counts only when it is seen again. Never
 * rejects for what a target does.
 */
export async function runCase(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  const result = await runOnce(plan, sender, facts);
  const rests = plan.instance.from.shipped && result.verdict === 'fail' && result.notes.length > 0;
  if (!rests || sender.signal.aborted) return result;
  return confirmed(result, () => runOnce(plan, sender, facts));
}
