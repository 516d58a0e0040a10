/** `tagproof run`: the suite against a target. */
import { run, type RunOutcome } from '../../run/run.ts';
import { expand } from '../../suite/instance.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { select } from '../../suite/select.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { LiveProgress } from '../live-progress.ts';
import { openTarget, setupPolicy, type TargetOptions } from '../open-target.ts';
import { openReports, type Report } from '../outputs.ts';
import { DEFAULT_SUITE } from '../package-root.ts';

export interface RunCommand extends TargetOptions {
  readonly suite?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly reporter?: readonly string[];
  readonly rate?: number;
  readonly maxTime?: number;
  readonly failFast?: boolean;
  readonly ignoreSetup?: boolean;
}

function exitOf({ totals, partial, stoppedAnswering }: RunOutcome, interrupted: boolean): Exit {
  if (interrupted) return EXIT.interrupted;
  if (stoppedAnswering) return EXIT.unreached;
  if (totals.fail > 0) return EXIT.broken;
  return totals.error > 0 || partial !== '' ? EXIT.unreached : EXIT.ok;
}

function interruptOf(io: Io): AbortController {
  const interrupt = new AbortController();
  io.onInterrupt(() => interrupt.abort());
  return interrupt;
}

async function runInto(reports: readonly Report[], options: RunCommand, io: Io): Promise<Exit> {
  const instances = select(expand(loadSuite(options.suite ?? [DEFAULT_SUITE])), {
    only: options.only ?? [],
    skip: options.skip ?? [],
  });
  const interrupt = interruptOf(io);
  const target = await openTarget(options, io);
  const live = io.err.isTerminal ? new LiveProgress(io) : undefined;
  for (const warning of target.warnings) io.err.write(`warning: ${warning}\n`);
  try {
    const outcome = await run({
      instances,
      facts: target.facts,
      transport: target.transport,
      sight: target.sight,
      target: target.name,
      fresh: target.fresh,
      warnings: target.warnings,
      concurrency: options.concurrency,
      rate: options.rate,
      maxTimeMs: options.maxTime,
      failFast: options.failFast ?? false,
      signal: interrupt.signal,
      emit: (event) =>
        live === undefined ? reports.forEach((report) => report.on(event)) : live.on(event, reports),
      at: new Date(),
      setup: setupPolicy(target, options),
      placeOf: target.placeOf,
    });
    return exitOf(outcome, interrupt.signal.aborted);
  } finally {
    live?.clear();
    await target.close();
  }
}

/** Runs the suite and writes the reports. */
export async function runCommand(options: RunCommand, io: Io): Promise<Exit> {
  const reports = openReports(options.reporter ?? [], io);
  try {
    const exit = await runInto(reports, options, io);
    for (const report of reports) report.finish();
    return exit;
  } catch (error) {
    for (const report of reports) report.discard();
    throw error;
  }
}
