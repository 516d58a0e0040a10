/** `tagproof compare BASE CANDIDATE`: which open questions a new release answers differently, and what it breaks or fixes. */
import { instancesIn } from '../session/suite.ts';
import { type OpenTarget, runAgainst } from '../../connect/connect.ts';
import { recordAt } from '../session/records.ts';
import { compare, confirmedBy, comparedEvidence, type Sides } from '../../compare/comparison.ts';
import { comparisonJson, comparisonLines } from '../../compare/comparison-report.ts';
import { lockstep, type Seat } from '../../compare/lockstep.ts';
import { readSource } from '../../config/yaml/source.ts';
import { driftObjections, withApproval, withClients } from '../../drift/hold-lock.ts';
import { lockFrom, NO_LOCK } from '../../drift/lock.ts';
import { dayOf } from '../../gate/day.ts';
import { objectIf, type Objection } from '../../gate/run-gates.ts';
import type { CaseFinished } from '../../engine/events.ts';
import { isUnanswered, unansweredLine } from '../../engine/unanswered-events.ts';
import { fixedAtOnce } from '../../engine/concurrency.ts';
import { limitedLines } from '../../report/lines/run-lines.ts';
import { run } from '../../run/run.ts';
import type { Activity } from '../../run/run-options.ts';
import { isAlone } from '../../run/wave-order.ts';
import { type Instance } from '../../suite/format/instance.ts';
import { select } from '../../suite/format/select.ts';
import { readTolerance } from '../../vary/tolerance.ts';
import { plural } from '../../text/quantities.ts';
import { withDeadline } from '../../engine/deadline.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { exitOf } from '../gate/run-gate.ts';
import { heartbeat } from '../session/live-progress.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { openTarget } from '../session/target.ts';

type CompareCommand = CommandOptions<'compare'>;

/** What a run over the cases gave, or what a record holds of one. */
interface Pass {
  readonly cases: readonly CaseFinished[];
  readonly partial: string;
  /** Which cases were not verified because the target limits how much is sent, in words. */
  readonly limited?: readonly string[];
}

/** One side: a target to send to, or a record. */
type Side = { readonly kind: 'target'; readonly target: OpenTarget } | ({ readonly kind: 'record' } & Pass);

async function sideOf(words: string, options: CompareCommand, io: Io): Promise<Side> {
  if (!words.endsWith('.ndjson'))
    return { kind: 'target', target: await openTarget({ ...options, target: words }, io) };
  const { cases, finished } = recordAt(words);
  return { kind: 'record', cases, partial: finished.partial };
}

/** What all runs of a comparison share. */
interface Scope {
  readonly base: Side;
  readonly candidate: Side;
  readonly activity: Activity;
  readonly options: CompareCommand;
  readonly signal: AbortSignal;
}

/** One run over the cases, in step with the others. */
async function pass(
  target: OpenTarget,
  instances: readonly Instance[],
  seat: Seat,
  { options, signal, activity }: Scope,
  share: number,
): Promise<Pass> {
  const cases: CaseFinished[] = [];
  const limited: string[] = [];
  const rate = options.rate === undefined ? undefined : options.rate / share;
  const concurrency = Math.ceil(fixedAtOnce(options.concurrency) / share);
  try {
    const { partial } = await run({
      ...runAgainst(target, { concurrency, rate, ignoreSetup: options.ignoreSetup }),
      instances,
      transport: seat.over(target.transport),
      signal,
      activity,
      emit: (event) => {
        if (event.kind === 'run-finished') limited.push(...limitedLines(cases));
        if (event.kind !== 'case-finished') return;
        cases.push({ ...event, exchanges: [] });
        seat.caseDone();
      },
    });
    return { cases, partial, limited };
  } finally {
    seat.leave();
  }
}

/**
 * Runs base `times` times and the candidate once, all at once and in step. Gives what each side did not answer at once, a line
 * for each run in which a limit of a side left cases unverified, and why runs are partial.
 */
async function passes(times: number, instances: readonly Instance[], scope: Scope) {
  const join = lockstep();
  const begin = (side: Side, count: number): readonly (() => Promise<Pass>)[] => {
    if (side.kind === 'record') return [() => Promise.resolve(side)];
    return Array.from({ length: count }, () => {
      const seat = join();
      return () => pass(side.target, instances, seat, scope, count);
    });
  };
  const all = [...begin(scope.base, times), ...begin(scope.candidate, 1)];
  const done = await Promise.all(all.map((start) => start()));
  const partial = done.map((each) => each.partial).filter((text) => text !== '');
  const sideAt = (index: number): 'base' | 'candidate' => (index === done.length - 1 ? 'candidate' : 'base');
  const unanswered = done.flatMap(({ cases }, index) =>
    cases.filter(isUnanswered).map((event) => [sideAt(index), event] as const),
  );
  const limited = done.flatMap((each, index) =>
    (each.limited ?? []).map((line) => `${sideAt(index)}: warning: ${line}`),
  );
  return {
    sides: { base: done.slice(0, -1).map(({ cases }) => cases), candidate: done.at(-1)?.cases ?? [] },
    unanswered,
    limited,
    partial,
  };
}

const lockOf = ({ dialectLock }: CompareCommand): typeof NO_LOCK =>
  dialectLock === undefined ? NO_LOCK : lockFrom(readSource(dialectLock));

/** The cases to compare: those in the records, except cases that need a target to themselves. */
async function chosen({ options, base, candidate }: Scope) {
  const recorded = [base, candidate].flatMap((side) =>
    side.kind === 'record' ? [new Set(side.cases.map((event) => event.case.id))] : [],
  );
  const all = select(await instancesIn(options), options).filter(({ id }) =>
    recorded.every((ids) => ids.has(id)),
  );
  const instances = all.filter((instance) => !isAlone(instance));
  return { instances, alone: all.length - instances.length };
}

const idsOf = (instances: readonly Instance[]): ReadonlySet<string> => new Set(instances.map(({ id }) => id));

/** Leaves only these cases: records hold more than is compared. */
function among({ base, candidate }: Sides, ids: ReadonlySet<string>): Sides {
  const of = (cases: readonly CaseFinished[]): readonly CaseFinished[] =>
    cases.filter((event) => ids.has(event.case.id));
  return { base: base.map(of), candidate: of(candidate) };
}

async function compared(instances: readonly Instance[], scope: Scope) {
  const { base, candidate, options } = scope;
  const { classOf } = lockOf(options);
  const first = await passes(2, instances, scope);
  const found = compare(among(first.sides, idsOf(instances)), classOf);
  const ids = comparedEvidence(found);
  const areRecords = base.kind === 'record' && candidate.kind === 'record';
  if (ids.size === 0 || areRecords || first.partial.length > 0) return { ...first, found };
  const evidence = instances.filter(({ id }) => ids.has(id));
  const second = await passes(1, evidence, scope);
  const again = compare(among(second.sides, idsOf(evidence)), classOf);
  return {
    found: confirmedBy(found, again),
    unanswered: [...first.unanswered, ...second.unanswered],
    limited: [...first.limited, ...second.limited],
    partial: second.partial,
  };
}

async function held(scope: Scope, io: Io): Promise<Exit> {
  const { options } = scope;
  const lock = lockOf(options);
  const { instances, alone } = await chosen(scope);
  const { found, unanswered, limited, partial } = await compared(instances, scope);
  const clients = (options.clients ?? []).map(readTolerance);
  const drifts = found.drifts.map((drift) =>
    withClients(withApproval(drift, lock.approvals, dayOf(new Date())), clients),
  );
  const text =
    options.json === true
      ? comparisonJson(found, drifts, partial)
      : comparisonLines(found, drifts, options.world).join('\n');
  io.out.write(`${text}\n`);
  const all = options.failOn?.includes('drift') === true;
  const isWorse = found.regressions.length > 0 || found.unjudged.length > 0;
  const isJudged = found.cases.compared > 0;
  const objections: readonly Objection[] = [
    ...objectIf(
      (!isJudged || (found.compared === 0 && found.answered > 0)) && !isWorse && partial.length === 0,
      'nothing',
      isJudged
        ? 'error: base shows no answer to an open question, so no drift could be seen'
        : 'error: nothing was compared: no case was judged on both sides',
    ),
    ...driftObjections({ drifts }, all, options.dialectLock ?? 'a lock (--dialect-lock)').map(({ kind }) => ({
      kind,
      lines: [],
    })),
    ...objectIf(isWorse, 'broken'),
    ...objectIf(
      unanswered.some(([side, { verdict }]) => side === 'candidate' && verdict === 'fail'),
      'broken',
    ),
    ...objectIf(
      unanswered.some(([, { verdict }]) => verdict === 'fail'),
      'unsure',
    ),
    ...objectIf(partial.length > 0, 'unsure', ...partial.map((why) => `partial: ${why}`)),
  ];
  for (const line of objections.flatMap(({ lines }) => lines)) io.err.write(`${line}\n`);
  for (const [side, event] of unanswered) io.err.write(`${side}: ${unansweredLine(event)}\n`);
  for (const line of limited) io.err.write(`${line}\n`);
  if (alone > 0) io.err.write(`not compared: ${plural(alone, 'case')} that need the target for themselves\n`);
  return exitOf(objections);
}

/** Compares two targets, two records, or one of each. */
export async function compareCommand(options: CompareCommand, io: Io): Promise<Exit> {
  const interrupt = io.interruptSignal();
  const signal = withDeadline(interrupt, options.maxTime);
  lockOf(options);
  const base = await sideOf(options.base, options, io);
  const opened = [base];
  const { activity, stop } = heartbeat(io);
  try {
    const candidate = await sideOf(options.candidate, options, io);
    opened.push(candidate);
    const exit = await held({ base, candidate, options, signal, activity }, io);
    return interrupt.aborted ? EXIT.interrupted : exit;
  } finally {
    stop();
    for (const side of opened) if (side.kind === 'target') await side.target.close();
  }
}
