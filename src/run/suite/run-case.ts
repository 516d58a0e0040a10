/** Sends the requests of a planned case, its steps in order, and says what the replies come to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../../http/exchange.ts';
import { withTagFacts } from '../../judge/compare/tag-owner.ts';
import type { CaseRequest } from '../../cases/planned.ts';
import type { Planned } from '../../cases/plan/plan-case.ts';
import type { PlannedStep } from '../../cases/plan/plan-step.ts';
import { cutOnceRead, type Redaction } from '../../report/record/redact.ts';
import { splitOff } from '../../report/record/run-wide-findings.ts';
import { attempt, type Attempt, type How } from '../send/attempt.ts';
import type { Turn } from './one-at-a-time.ts';
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
interface CaseSending {
  readonly plan: Planned;
  readonly to: KnownTarget;
  /** A connection of its own, over which all goes one after the other; undefined: the target's transport. */
  readonly over: Transport | undefined;
  /** Waits until no other case that needs the target for itself sends. */
  readonly turn: Turn;
}

const WITHOUT_WAITING: Turn = (work) => work();

/** Milliseconds between the first two tries of a step that waits for a limit to end; each further pause is twice as long. */
const UNTIL_PAUSE_MS = 45;

/** A case about a limit whose requests show nothing is sent this many times at most. */
const MAX_TRIES = 3;

function sendOne(planned: CaseRequest, { plan, to, over }: CaseSending, how: How = {}): Promise<Attempt> {
  const name = `${plan.instance.id}${planned.label === '' ? '' : ` (${planned.label})`}`;
  return attempt(planned, to, { ...(over && { over }), name, ...how });
}

/** What a case keeps of a request that was sent. */
function keptAttempt(sent: Attempt, { facts, secretIn }: KnownTarget): CaseAttempt {
  const { planned, exchange, judgement } = sent;
  const known = withTagFacts(judgement, exchange, planned.who.subject, facts.world);
  return { ...sent, ...splitOff(known, exchange, secretIn), exchange: cutOnceRead(exchange) };
}

/** Repeats a request that is refused for the target's load, more and more slowly, until one that was sent after the end is. */
async function sendUntil(planned: CaseRequest, ms: number, sending: CaseSending): Promise<Attempt> {
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
async function restKey({ requests }: PlannedStep, { tally, keyRest, signal }: Target): Promise<void> {
  await tally.settled(signal);
  const tokens = requests.flatMap(({ who }) => who.token?.name ?? []);
  await keyRest.wait(requests[0]?.who.key, tokens, signal);
}

async function sendStep(step: PlannedStep, sending: CaseSending): Promise<readonly CaseAttempt[]> {
  const { requests, together, independent, until, idle } = step;
  const { over, turn, to } = sending;
  if (idle) await restKey(step, to);
  const sideBySide = (how: How = {}): Promise<readonly Attempt[]> =>
    Promise.all(requests.map((each) => sendOne(each, sending, how)));
  const ofStep = (sent: readonly Attempt[]): readonly CaseAttempt[] =>
    judgedTogether(
      sent.map((each) => keptAttempt(each, to)),
      to,
    );
  if (together) return ofStep(await turn(() => sideBySide({ isBurst: true })));
  if (independent === true && over === undefined) return ofStep(await sideBySide());
  const sent: CaseAttempt[] = [];
  for (const each of requests) {
    const one = until === undefined ? turn(() => sendOne(each, sending)) : sendUntil(each, until, sending);
    sent.push(keptAttempt(await one, to));
  }
  return judgedTogether(sent, to);
}

/** Sends the steps until one has nothing to judge. */
async function sendSteps(
  { steps, together }: Planned,
  sending: CaseSending,
): Promise<readonly CaseAttempt[]> {
  if (together) {
    const all = steps.map((step) => sendStep({ ...step, together: true }, sending));
    return (await Promise.all(all)).flat();
  }
  const sent: CaseAttempt[] = [];
  for (const step of steps) {
    sent.push(...(await sendStep(step, sending)));
    if (sent.some(({ trouble }) => trouble !== undefined)) break;
  }
  return sent;
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

/** Runs a case once. Never rejects for what a target does. `over`: alone, over this connection. */
export async function runCase(
  plan: Planned,
  to: KnownTarget,
  { over, turn = WITHOUT_WAITING }: { readonly over?: Transport; readonly turn?: Turn | undefined } = {},
): Promise<CaseVerdict> {
  const unsendable = plan.steps
    .flatMap(({ requests }) => requests.map(({ request }) => to.transport.cannot?.(request)))
    .find((why) => why !== undefined);
  if (unsendable !== undefined) return skippedCase(`not verified: ${unsendable}`);
  const lasting = outlasting(plan);
  if (lasting !== undefined) return { ...skippedCase(lasting), limited: true };
  const send = (connection: Transport | undefined): Promise<readonly CaseAttempt[]> =>
    sendSteps(plan, { plan, to, over: connection, turn });
  const isAlone = plan.oneConnection && over === undefined;
  for (let n = 1; ; n += 1) {
    const sent = await (isAlone ? overOne(to.transport, send) : send(over));
    const result = limitShown(plan, caseVerdict(plan, sent, to.facts, to.mask));
    const spoiled = spoiledBy(plan, result);
    if (spoiled === undefined) return result;
    // Where the target limits us, the pace that it asks for is what takes long.
    if (n === MAX_TRIES || to.signal.aborted)
      return { ...skippedCase(spoiled), ...(to.pace.learned !== undefined && { limited: true }) };
  }
}
