/** `tagproof run`: the suite against a target. */
import { planFactsOf } from '../../gate/plan-facts.ts';
import { factsOf, suiteCases, type RunFacts } from '../../gate/run-facts.ts';
import { nothingVerifiedText } from '../../report/lines/verified-lines.ts';
import type { CaseFinished, RunEvent } from '../../run/events/events.ts';
import { run, type RunOptions } from '../../run/run.ts';
import { expand } from '../../suite/format/instance.ts';
import { loadSuite } from '../../suite/format/load-suite.ts';
import { select } from '../../suite/format/select.ts';
import { EXIT, type Exit } from '../exits.ts';
import { RunGate, type GateOptions, type Judged } from '../gate/run-gate.ts';
import type { Io } from '../io.ts';
import { LiveProgress } from '../live-progress.ts';
import { openTarget, setupPolicy, type TargetOptions } from '../open-target.ts';
import { DEFAULT_SUITE } from '../../package-paths.ts';
import { readTargetToReach } from '../read-target.ts';
import { wantsAll } from '../outputs.ts';
import { withReports, type Reports } from '../reports.ts';

export interface RunCommand extends TargetOptions, GateOptions {
  readonly suite?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly reporter?: readonly string[];
  readonly rate?: number;
  readonly maxTime?: number;
  readonly failFast?: boolean;
  readonly ignoreSetup?: boolean;
  readonly repeat?: number;
  /** Which exchanges the reports hold: all, or those that show why a case did not pass. */
  readonly exchanges?: 'all' | 'telling';
}

/** Whether every case of tagproof runs, so that every must of the document counts. */
function isWhole({ suite, only = [], skip = [] }: RunCommand): boolean {
  return suite === undefined && only.length === 0 && skip.length === 0;
}

/** What the exit code means, where the report alone does not say so. */
function explain({ exit, lines }: Judged, facts: RunFacts, file: string | undefined, io: Io): void {
  const skipped = suiteCases(facts);
  if (exit === EXIT.usage && skipped.every(({ verdict }) => verdict === 'skip'))
    io.err.write(`error: ${nothingVerifiedText(skipped, file)}\n`);
  for (const line of lines) io.err.write(`${line}\n`);
}

/** A report that shows every exchange wants them all, whatever else is said. */
function keepsAll({ exchanges, reporter = [] }: RunCommand): boolean {
  return exchanges === 'all' || reporter.some(wantsAll);
}

function interruptOf(io: Io): AbortController {
  const interrupt = new AbortController();
  io.onInterrupt(() => interrupt.abort());
  return interrupt;
}

/** The events of the run as reports get them: the last one with what the gates say of the whole. */
function gated(gate: RunGate, emit: (event: RunEvent) => void): { on(event: RunEvent): void; end(): Ended } {
  const cases: CaseFinished[] = [];
  let planned = 0;
  let ended: Ended | undefined;
  return {
    on(event) {
      if (event.kind === 'run-started') planned = event.planned;
      if (event.kind === 'case-finished') cases.push({ ...event, exchanges: [] });
      if (event.kind === 'case-finished') return emit(gate.on(event));
      if (event.kind !== 'run-finished') return emit(event);
      const facts = factsOf({ cases, started: { planned }, finished: event });
      ended = { facts, judged: gate.judge(facts) };
      const { green, lines } = ended.judged;
      emit({ ...event, gate: { green, lines } });
    },
    end() {
      if (ended === undefined) throw new TypeError('the run has no end');
      return ended;
    },
  };
}

interface Ended {
  readonly facts: RunFacts;
  readonly judged: Judged;
}

async function runInto(reports: Reports, options: RunCommand, io: Io): Promise<Exit> {
  const interrupt = interruptOf(io);
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const read = readTargetToReach(options, io.env);
  const all = expand(loadSuite(options.suite ?? [DEFAULT_SUITE]));
  const chosen = { only: options.only ?? [], skip: options.skip ?? [] };
  const instances = select(all, chosen);
  const whole = isWhole(options);
  const at = new Date();
  const gate = new RunGate(options, { ids: new Set(all.map(({ id }) => id)), whole, at });
  const target = await openTarget(options, io, read);
  const live = io.err.isTerminal ? new LiveProgress(io) : undefined;
  const show = (event: RunEvent): void => {
    if (live === undefined) reports.on(event);
    else live.on(event, () => reports.on(event));
  };
  const { on: emit, end } = gated(gate, show);
  for (const warning of target.warnings) io.err.write(`warning: ${warning}\n`);
  try {
    const { name, warnings } = target;
    const planned = { target: name, planned: instances.length, warnings };
    const about: RunOptions = {
      instances,
      plan: planFactsOf(all, {
        ...chosen,
        whole,
        ...(options.repeat !== undefined && { repeat: options.repeat }),
      }),
      facts: target.facts,
      transport: target.transport,
      redaction: { ...target.redaction, keepsAll: keepsAll(options) },
      whole,
      target: target.name,
      worldFile: target.worldFile,
      fresh: target.fresh,
      warnings: target.warnings,
      concurrency: options.concurrency,
      rate: options.rate,
      waitForStartMs: options.waitForStart,
      maxTimeMs: options.maxTime,
      failFast: options.failFast ?? false,
      confirm: true,
      signal: interrupt.signal,
      emit,
      at,
      repeat: options.repeat ?? 1,
      setup: setupPolicy(target, options),
      placeOf: target.placeOf,
    };
    await reports.telling(planned, () => run(about));
    live?.clear();
    const { facts, judged } = end();
    explain(judged, facts, target.worldFile, io);
    return interrupt.signal.aborted ? EXIT.interrupted : judged.exit;
  } finally {
    live?.clear();
    await target.close();
  }
}

/** Runs the suite and writes the reports. */
export function runCommand(options: RunCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter ?? [], io, (reports) => runInto(reports, options, io));
}
