/** Running a suite against a target: cases that decide questions, then all others, then those that need the target for themselves. */
import { learn } from '../../spec/dialect/dialect.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { planCase, type Plan } from '../../cases/plan/plan-case.ts';
import type { CaseFinished, RunFinished } from '../../report/record/events.ts';
import { countMustCells } from '../../report/record/case-evidence.ts';
import { hidden, redactExchange } from '../../report/record/redact.ts';
import { foundOutage } from '../send/outage.ts';
import { whyAborted } from '../send/deadline.ts';
import { preflight, waitForStart } from '../send/preflight.ts';
import { targetOf, type Target } from '../send/target.ts';
import { confirmFailing } from './confirmation.ts';
import { agreed, inPlanOrder, oneAtATime, type Turn, wavesOf } from './order.ts';
import { combined } from './repeats.ts';
import { runCase, type KnownTarget } from './run-case.ts';
import type { RunOptions, RunOutcome } from './run-options.ts';
import { OpenRecord, type CaseDone } from './run-record.ts';
import type { KnownFacts } from './setup/facts.ts';
import { checkSetup, plainSender, setupError, type SetupCheck } from './setup/setup-check.ts';
import { caseEvent, caseSkipped, caseIdentity } from './verdict/case-event.ts';

export type { RunOptions, RunOutcome } from './run-options.ts';

/** How many cases may be begun from the one that is reported next on: a slow one holds back no other, and the results of few wait. */
const MAX_AHEAD = 1000;

/** Runs the cases and emits every event. Rejects with TagproofError where nothing like the service answers. */
export async function run(options: RunOptions): Promise<RunOutcome> {
  const { hide } = options.redaction;
  if (hide === undefined) return runAll(options);
  try {
    return await runAll(hidingValues(options));
  } catch (error) {
    throw TagproofError.changed(error, hide);
  }
}

/** The same options, with events that show no value of the environment. */
function hidingValues({ emit, done, redaction, ...options }: RunOptions): RunOptions {
  return {
    ...options,
    redaction,
    emit: (event) => emit(hidden(event, redaction)),
    ...(done !== undefined && { done: (event: CaseFinished) => done(hidden(event, redaction)) }),
  };
}

/** Runs all of it. Whatever takes long ends with the signal. */
async function runAll(options: RunOptions): Promise<RunOutcome> {
  const began = performance.now();
  const { instances, head, redaction, activity, waitForStartMs, signal } = options;
  const record = new OpenRecord(options);
  const target = openedFor(options, AbortSignal.any([signal, record.ending.signal]));
  if (activity !== undefined) activity.describe = () => describeRun(record, instances.length, target);
  if (waitForStartMs !== undefined) {
    record.phase = 'waiting for the target to start';
    await waitForStart(target, head.target, waitForStartMs);
  }
  const replies = await preflight(target, head.target);
  const { facts, check } = await checkedFacts(options, target, record, replies);
  record.start(check);

  const knowing = (known: KnownFacts): KnownTarget => ({
    ...target,
    dialect: known.dialect,
    facts: known,
    secretIn: redaction.secretIn,
  });
  let to = knowing(facts);
  const { deciding, others, alone } = wavesOf(instances, facts.dialect);
  for (const cases of deciding) {
    if (cases.length === 0) continue;
    await runWave(cases, to, options, record);
    to = knowing({ ...facts, dialect: learn(facts.dialect, agreed(record.evidence)) });
  }
  await runWave(others, to, options, record);
  if (alone.length > 0) await runAlone(alone, to, options, record);
  record.phase = 'sending failing cases again';
  if (record.held.length > 0) await confirmFailing(record, to);

  if (signal.aborted) record.end(whyAborted(signal));
  record.phase = 'listening for late replies';
  if (!record.stoppedAnswering) await target.tally.settled(signal);
  const finished = endOf(options, target, record, performance.now() - began);
  options.emit(finished);
  const { totals, partial, stoppedAnswering } = record;
  return { totals, partial, stoppedAnswering, cells: finished.cells, learned: facts.learned, known: facts };
}

const openedFor = (
  { transport, facts, redaction, rate, fresh, concurrency = 'auto' }: RunOptions,
  signal: AbortSignal,
): Target =>
  targetOf({
    transport,
    dialect: facts.dialect,
    mask: redaction.mask,
    signal,
    rate,
    concurrency,
    fresh,
  });

/** What is known about the target from its file, and from a set-up check. Throws where the file does not fit. */
async function checkedFacts(
  { facts, known, setup = 'check', head, placeOf = () => undefined }: RunOptions,
  target: Target,
  record: OpenRecord,
  replies: readonly Exchange[],
): Promise<{ readonly facts: KnownFacts; readonly check?: SetupCheck }> {
  if (known !== undefined) return { facts: known };
  const declared: KnownFacts = { ...facts, declared: facts.world, learned: [] };
  if (setup === 'trust') return { facts: declared };
  record.phase = 'the set-up check';
  try {
    const note = (progress: string): void => void (record.phase = progress);
    const check = await checkSetup(facts.world, plainSender(target), replies, note);
    const { faults, world, facts: learned } = check;
    if (setup === 'check' && faults.length > 0 && !target.signal.aborted)
      throw setupError(head.target, faults, placeOf);
    return { facts: { ...facts, world, declared: facts.world, learned }, check };
  } catch (error) {
    if (!(error instanceof TagproofError) || error.code !== 'unreachable') throw error;
    record.endBy(error.message);
    return { facts: declared };
  }
}

/** Runs cases side by side, and reports them in the order of the plan. */
async function runWave(
  cases: readonly Instance[],
  to: KnownTarget,
  options: RunOptions,
  record: OpenRecord,
): Promise<void> {
  const { most } = to.pace;
  await inPlanOrder({
    items: cases,
    concurrency: most + Math.floor(most / 2),
    ...(options.failFast !== true && { ahead: MAX_AHEAD }),
    work: (instance) => runOne(planCase(instance, to.facts), to, options, record),
    emit: (done) => record.add(done),
  });
}

/** Runs cases that need the target for themselves: those of one key one after the other; while one waits for a limit to end, others send. */
async function runAlone(
  cases: readonly Instance[],
  to: KnownTarget,
  options: RunOptions,
  record: OpenRecord,
): Promise<void> {
  const turn = oneAtATime();
  const turnOf = new Map<string | undefined, Turn>();
  await inPlanOrder({
    items: cases,
    concurrency: cases.length,
    work: (instance) => {
      const plan = planCase(instance, to.facts);
      const key = limitedKeyOf(plan);
      const ofKey = turnOf.get(key) ?? oneAtATime();
      turnOf.set(key, ofKey);
      return ofKey(() => runOne(plan, to, options, record, turn));
    },
    emit: (done) => record.add(done),
  });
}

/** The key on whose limits a case draws. */
const limitedKeyOf = (plan: Plan): string | undefined =>
  plan.kind === 'skip' ? undefined : plan.steps[0]?.requests[0]?.who.key?.name;

/** Runs a case; undefined if the run ended before it or during it. */
async function runOne(
  plan: Plan,
  to: KnownTarget,
  { repeat = 1, redaction, done }: RunOptions,
  record: OpenRecord,
  turn?: Turn,
): Promise<CaseDone | undefined> {
  if (record.partial !== '' || to.signal.aborted) return undefined;
  if (plan.kind === 'skip') return { event: caseSkipped(plan) };
  const how = turn === undefined ? {} : { turn };
  let began = performance.now();
  const results = [await runCase(plan, to, how)];
  while (results.length < repeat && results.at(-1)?.verdict !== 'error') {
    began = performance.now();
    results.push(await runCase(plan, to, how));
  }
  const ms = performance.now() - began;
  const [only] = results;
  const result = only !== undefined && results.length === 1 ? only : combined(results);
  if (result.verdict === 'error' || to.pace.gaveUp !== undefined) {
    const why = to.pace.gaveUp ?? (await foundOutage(to));
    if (to.signal.aborted) return undefined;
    if (why !== undefined) record.endBy(why);
  }
  record.done += 1;
  const event = caseEvent(plan, result, ms, redaction);
  done?.(event);
  return { event, sent: { plan, result } };
}

/** Reports what the replies have in common, and says what the run comes to. */
function endOf(
  { whole, instances, redaction }: RunOptions,
  { pace, tally }: Target,
  record: OpenRecord,
  ms: number,
): RunFinished & Pick<RunOutcome, 'cells'> {
  const { totals, cases, stoppedAnswering } = record;
  const shown = (exchange: Exchange) => redactExchange({ label: '', exchange }, redaction);
  // Which requests were not answered at once: by now it is known which replies only came late.
  const answers = tally.total(shown, stoppedAnswering);
  record.addRunWide(answers);
  return {
    kind: 'run-finished',
    totals,
    ms: Math.round(ms),
    requests: tally.sent,
    ...(pace.goesFaster && { atOnce: pace.atOnce }),
    partial: record.partial,
    ...(stoppedAnswering && { stoppedAnswering: true }),
    ...(answers !== undefined && { answers }),
    ...(pace.learned !== undefined && { pace: pace.learned }),
    cells: countMustCells(cases, whole === true ? undefined : instances.map(caseIdentity)),
  };
}

/** What the run is at just now, for a user who waits. */
function describeRun({ phase, done }: OpenRecord, planned: number, { pace }: Target): string {
  const words = phase === 'cases' ? `${done} of ${planned} cases are done` : phase;
  return [words, pace.waitingFor() ?? []].flat().join('; ');
}
