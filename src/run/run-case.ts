/** Running one planned case: its steps in order, its replies judged alone and together. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../http/exchange.ts';
import { breaksMust, finding, type Finding } from '../judge/compare/finding.ts';
import { differing } from '../judge/compare/same-replies.ts';
import { showOutcomes } from '../judge/compare/show.ts';
import type { Planned, CaseRequest, PlannedStep } from '../suite/plan/plan.ts';
import { burstBeyond, burstResult, isOvercounted, OVERCOUNTED } from './sending/burst.ts';
import { metOtherLimit, OTHER_LIMIT } from './sending/other-limit.ts';
import { sendNamingKeys, type RefusedLists } from './sending/by-parts.ts';
import { confirmed } from './verdict/confirm.ts';
import { documentNotes } from './verdict/document-notes.ts';
import { isGatewayReply } from '../engine/gateway.ts';
import { isBusy } from '../engine/hindrance.ts';
import type { Redaction } from '../engine/redact.ts';
import { sendJudged, type Sender } from '../engine/send.ts';
import type { Sent } from './sending/sent.ts';
import { ANY_TURN, type Turn } from './sending/turns.ts';
import { ownFindings, setApart, type SetApart } from './verdict/throughout.ts';
import { judgeMasked, type Mask } from '../engine/judge-masked.ts';
import { differingWording } from '../judge/compare/wording.ts';
import { stepLabel } from './events/step-labels.ts';
import type { KnownFacts } from './verdict/known-facts.ts';
import { restingOn } from './verdict/rests-on.ts';
import { reconsider, type Reconsidered } from './verdict/reconsider.ts';
import type { TargetFacts } from '../suite/plan/plan-case.ts';
import type { CaseResult } from './verdict/case-result.ts';
import type { Verdict } from '../engine/verdict.ts';
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

/** The reply that best fits what some of several must be; undefined if none fits. */
function bestOf(judged: readonly SetApart[]): SetApart | undefined {
  const fit = judged.filter(({ judgement }) => !breaksMust(judgement.findings));
  return fit.toSorted((a, b) => a.judgement.findings.length - b.judgement.findings.length)[0];
}

/** The findings of a `some`/`rest` step: some replies must match `allowed`, the others `rest`. */
function judgeSome(judged: readonly SetApart[], sender: CaseSender): readonly (readonly Finding[])[] {
  const [first] = judged;
  const best = bestOf(judged);
  const rest = judged.map((each) => {
    if (each === best) return each.judgement.findings;
    if (each.judgement.findings.length === 0 || each.planned.rest === undefined) return [];
    return ownFindings(judgeMasked(each.planned.rest, each.exchange, sender.dialect, sender.mask).findings);
  });
  if (best !== undefined || first === undefined) return rest;
  const { clause, outcomes } = first.planned.allowed;
  const none = finding(
    'none-of-many',
    clause,
    '',
    `at least one of ${judged.length} replies: ${showOutcomes(outcomes)}`,
    'none of them',
  );
  return rest.map((found, index) => (index === 0 ? [none, ...found] : found));
}

function judgeStep(judged: readonly SetApart[], sender: CaseSender): readonly (readonly Finding[])[] {
  const some = judged.some(({ planned }) => planned.rest !== undefined);
  return some ? judgeSome(judged, sender) : judged.map(({ judgement }) => judgement.findings);
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
        label: stepLabel(plan, step, at),
        findings: findings[at] ?? [],
      })),
    );
    if (sent.some(({ trouble }) => trouble !== undefined)) return sent;
  }
  return sent;
}

/** Compares the replies. A reply that the second look only discourages differs for a known reason. */
function together(
  plan: Planned,
  all: readonly Sent[],
  second: readonly (Reconsidered | undefined)[],
): readonly (readonly [Finding, number])[] {
  if (plan.same === undefined) return [];
  const clause = plan.instance.from.written.clauses[0] ?? '';
  const replies = all.map(({ exchange, judgement: { envelope } }, index) => ({
    exchange,
    envelope: second[index]?.kind === 'findings' ? undefined : envelope,
  }));
  const found =
    plan.same === 'wording'
      ? differingWording(replies)
      : differing(
          replies.map(({ envelope }) => envelope),
          plan.same,
          // What refusals reveal about a subject does not concern the case's clauses.
          plan.same === 'refusal' ? 'principle/no-leak' : clause,
        );
  return found === undefined ? [] : [[found.finding, found.index]];
}

const LEVEL_ORDER = { must: 0, should: 1 } as const;

function verdictOf(findings: readonly (readonly [Finding, number])[]): Verdict {
  if (findings.length === 0) return 'pass';
  return findings.some(([{ level }]) => level === 'must') ? 'fail' : 'warn';
}

function findingsOf({ findings }: Sent, second: Reconsidered | undefined): readonly Finding[] {
  if (second === undefined) return findings;
  return second.kind === 'findings' ? second.findings : [];
}

/** In a `some`/`rest` step only the best-matching reply counts as evidence. */
function asEvidence(sent: readonly Sent[]): readonly Sent[] {
  const some = sent.filter(({ planned }) => planned.rest !== undefined);
  const best = bestOf(some);
  return sent.filter((each) => each === best || !some.includes(each));
}

/** A second look at each reply. A user's own case is judged as written: nothing is looked at again. */
function secondLooks(
  { instance }: Planned,
  sent: readonly Sent[],
  facts: TargetFacts,
  mask: Mask,
): readonly (Reconsidered | undefined)[] {
  return instance.from.shipped ? sent.map((each) => reconsider(each, facts, mask)) : [];
}

/** Why replies verified nothing. */
function openOf(sent: readonly Sent[], second: readonly (Reconsidered | undefined)[]): readonly string[] {
  return sent.flatMap(({ byParts }, index) => {
    if (byParts !== undefined && byParts.hidden !== '') return [`not verified: ${byParts.hidden}`];
    const look = second[index];
    return look?.kind === 'not verified' ? [look.why] : [];
  });
}

/** Each request asks about another subject or id: so what stays open for one of them hides nothing about the others. */
const isVaried = (sent: readonly Sent[]): boolean => sent.some(({ planned }) => planned.label !== undefined);

function openNotes(open: readonly string[], sent: readonly Sent[]): readonly string[] {
  return [...new Set(open)].map(
    (why) => `${open.filter((each) => each === why).length} of ${sent.length} requests ${why}`,
  );
}

function partNotes(sent: readonly Sent[]): readonly string[] {
  const requests = sent.reduce((sum, { byParts }) => sum + (byParts?.requests ?? 0), 0);
  return requests === 0 ? [] : [`verified by parts: ${requests} ${requests === 1 ? 'request' : 'requests'}`];
}

function resultOf(plan: Planned, sent: readonly Sent[], facts: KnownFacts, mask: Mask): CaseResult {
  const trouble = sent.find((each) => each.trouble !== undefined)?.trouble;
  const evidence = asEvidence(sent)
    .flatMap(({ judgement }) => judgement.evidence)
    .filter(({ question }) => question === plan.decides);
  const empty = { findings: [], leftOpen: [], notes: [], sent };
  const firewalled = sent.find((each) => each.firewalled === true)?.trouble;
  if (firewalled !== undefined && plan.instance.from.shipped)
    return { ...empty, verdict: 'skip', reason: `not verified: ${firewalled}`, evidence: [] };
  if (trouble !== undefined) return { ...empty, verdict: 'error', reason: trouble, evidence };
  const second = secondLooks(plan, sent, facts, mask);
  const open = openOf(sent, second);
  if (open.length > 0 && !(isVaried(sent) && open.length < sent.length))
    return { ...empty, verdict: 'skip', reason: open[0] ?? '', evidence: [] };
  const single = sent.flatMap((each, index) =>
    findingsOf(each, second[index]).map((found) => [found, index] as const),
  );
  const findings = [...single, ...together(plan, sent, second)].toSorted(
    ([a], [b]) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level],
  );
  const verdict = verdictOf(findings);
  const others = plan.instance.from.shipped ? restingOn(sent, facts) : documentNotes(sent, facts, mask);
  const notes = verdict === 'fail' ? others : [...others, ...partNotes(sent)];
  return { verdict, findings, reason: '', leftOpen: openNotes(open, sent), notes, sent, evidence };
}

async function runOnce(plan: Planned, sender: CaseSender, facts: KnownFacts): Promise<CaseResult> {
  const lacking = burstBeyond(plan, sender.pace);
  if (lacking !== undefined) return skipped(lacking);
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const result = burstResult(plan, await sendOnce(plan, sender, facts), sender.pace);
    if (await metOtherLimit(result, sender)) return skipped(OTHER_LIMIT);
    if (!isOvercounted(plan, result) || sender.signal.aborted) return result;
  }
  return skipped(OVERCOUNTED);
}

/** How often a case about a limit is run at most, while its own requests spoil the count. */
const MOST_RUNS = 3;

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
