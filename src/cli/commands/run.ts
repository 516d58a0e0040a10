/** `tagproof run`: the suite against a target. */
import { nothingVerifiedText, unverifiedLine } from '../../report/lines/verified-lines.ts';
import type { CaseFinished, RunEvent } from '../../run/events/events.ts';
import { run, type RunOptions, type RunOutcome } from '../../run/run.ts';
import { expand } from '../../suite/format/instance.ts';
import { loadSuite } from '../../suite/format/load-suite.ts';
import { select } from '../../suite/format/select.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { LiveProgress } from '../live-progress.ts';
import { openTarget, setupPolicy, type TargetOptions } from '../open-target.ts';
import { DEFAULT_SUITE } from '../../package-paths.ts';
import { readTargetToReach } from '../read-target.ts';
import { wantsAll } from '../outputs.ts';
import { withReports, type Reports } from '../reports.ts';

export interface RunCommand extends TargetOptions {
  readonly suite?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly reporter?: readonly string[];
  readonly rate?: number;
  readonly maxTime?: number;
  readonly failFast?: boolean;
  readonly ignoreSetup?: boolean;
  readonly failOnUnverified?: boolean;
  /** Which exchanges the reports hold: all, or those that show why a case did not pass. */
  readonly exchanges?: 'all' | 'telling';
}

/** No case passed, warned or failed, and none is without a reply: all were skipped. */
function isAllSkipped({ totals: { pass, warn, fail, error, skip }, partial }: RunOutcome): boolean {
  return partial === '' && skip > 0 && pass + warn + fail + error === 0;
}

/** Whether a must cell is left that no case verified, though the command wants all of them. */
function isUnverified({ cells }: RunOutcome, { failOnUnverified }: RunCommand): boolean {
  return failOnUnverified === true && cells.verified < cells.mustCells;
}

function exitOf(outcome: RunOutcome, options: RunCommand, interrupted: boolean): Exit {
  const { totals, partial, stoppedAnswering } = outcome;
  if (interrupted) return EXIT.interrupted;
  if (stoppedAnswering) return EXIT.unreached;
  if (isAllSkipped(outcome)) return EXIT.usage;
  if (totals.fail > 0 || isUnverified(outcome, options)) return EXIT.broken;
  return totals.error > 0 || partial !== '' ? EXIT.unreached : EXIT.ok;
}

/** Whether every case of tagproof runs, so that every must of the document counts. */
function isWhole({ suite, only = [], skip = [] }: RunCommand): boolean {
  return suite === undefined && only.length === 0 && skip.length === 0;
}

/** What the exit code means, where the report alone does not say so. */
function explain(
  outcome: RunOutcome,
  options: RunCommand,
  cases: readonly CaseFinished[],
  file: string | undefined,
  io: Io,
): void {
  if (isAllSkipped(outcome)) io.err.write(`error: ${nothingVerifiedText(cases, file)}\n`);
  if (isUnverified(outcome, options))
    io.err.write(`--fail-on-unverified: ${unverifiedLine(outcome.cells)}\n`);
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

async function runInto(reports: Reports, options: RunCommand, io: Io): Promise<Exit> {
  const interrupt = interruptOf(io);
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const read = readTargetToReach(options, io.env);
  const instances = select(expand(loadSuite(options.suite ?? [DEFAULT_SUITE])), {
    only: options.only ?? [],
    skip: options.skip ?? [],
  });
  const target = await openTarget(options, io, read);
  const live = io.err.isTerminal ? new LiveProgress(io) : undefined;
  const skipped: CaseFinished[] = [];
  const emit = (event: RunEvent): void => {
    if (event.kind === 'case-finished' && event.verdict === 'skip') skipped.push(event);
    if (live === undefined) reports.on(event);
    else live.on(event, () => reports.on(event));
  };
  for (const warning of target.warnings) io.err.write(`warning: ${warning}\n`);
  try {
    const { name, warnings } = target;
    const planned = { target: name, planned: instances.length, warnings };
    const about: RunOptions = {
      instances,
      facts: target.facts,
      transport: target.transport,
      redaction: { ...target.redaction, keepsAll: keepsAll(options) },
      whole: isWhole(options),
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
      at: new Date(),
      setup: setupPolicy(target, options),
      placeOf: target.placeOf,
    };
    const outcome = await reports.telling(planned, () => run(about));
    live?.clear();
    explain(outcome, options, skipped, target.worldFile, io);
    return exitOf(outcome, options, interrupt.signal.aborted);
  } finally {
    live?.clear();
    await target.close();
  }
}

/** Runs the suite and writes the reports. */
export function runCommand(options: RunCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter ?? [], io, (reports) => runInto(reports, options, io));
}
