/** `tagproof run`: the suite against a target. */
import { fileDigest } from '../../gate/file-digest.ts';
import { planFactsOf } from '../../gate/plan-facts.ts';
import type { RunEvent } from '../../engine/events.ts';
import { run, type RunOptions } from '../../run/run.ts';
import { expand } from '../../suite/format/instance.ts';
import { suiteAt } from '../../suite/format/suite-at.ts';
import { shareOfPlan } from '../../shard/share-of-plan.ts';
import { select } from '../../suite/format/select.ts';
import { EXIT, type Exit } from '../exits.ts';
import { explainGates, gated } from '../gate/gated.ts';
import { runGateOf } from '../gate/run-gate-of.ts';
import { checkShard, shareOf } from '../gate/share-of.ts';
import type { Io } from '../io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { heartbeat } from '../heartbeat.ts';
import { LiveProgress } from '../live-progress.ts';
import { openTarget, setupPolicy } from '../open-target.ts';
import { DEFAULT_SUITE } from '../../package-paths.ts';
import { readTargetToReach } from '../read-target.ts';
import { wantsAll } from '../outputs.ts';
import { withReports, type Reports } from '../reports.ts';

type RunCommand = CommandOptions<'run'>;

/** From this many cases on, the embedded simulator is worth a thread of its own. */
const MANY_CASES = 200;

/** Whether every case of tagproof runs, so that every must of the document counts. */
function isWhole({ suite, only = [], skip = [] }: RunCommand): boolean {
  return suite === undefined && only.length === 0 && skip.length === 0;
}

/** A report that shows every exchange needs them all, whatever `--exchanges` says. */
function keepsAll({ exchanges, reporter = [] }: RunCommand): boolean {
  return exchanges === 'all' || reporter.some(wantsAll);
}

async function runInto(reports: Reports, options: RunCommand, io: Io): Promise<Exit> {
  const signal = io.interruptSignal();
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const read = await readTargetToReach(options, io.env);
  checkShard(options, io.env);
  const all = expand(await suiteAt(options.suite ?? [DEFAULT_SUITE]));
  const chosen = { only: options.only ?? [], skip: options.skip ?? [] };
  const instances = select(all, chosen);
  const whole = isWhole(options);
  const at = new Date();
  const gate = await runGateOf(options, {
    ids: new Set(all.map(({ id }) => id)),
    whole: whole && options.shard === undefined,
    at,
  });
  const target = await openTarget({ ...options, ownThread: instances.length >= MANY_CASES }, io, read);
  const live = io.err.isTerminal ? new LiveProgress(io) : undefined;
  const { activity, beat, stop } = heartbeat(io, () => live?.clear());
  const show = (event: RunEvent): void => {
    beat();
    if (live === undefined) reports.on(event);
    else live.on(event, () => reports.on(event));
  };
  const { on: emit, end } = gated(gate, show);
  io.warn(target.warnings);
  try {
    const { name, warnings } = target;
    const { worldFile } = target;
    const share = shareOf(options, io.env, (shard) => shareOfPlan(instances, target.facts, shard, whole));
    const planned = { target: name, planned: instances.length, warnings };
    const about: RunOptions = {
      instances,
      plan: planFactsOf(all, {
        ...chosen,
        whole,
        ...(options.repeat !== undefined && { repeat: options.repeat }),
        ...(worldFile !== undefined && { world: await fileDigest(worldFile) }),
        ...(share !== undefined && { shard: share.facts }),
      }),
      facts: target.facts,
      transport: target.transport,
      redaction: { ...target.redaction, keepsAll: keepsAll(options) },
      whole,
      target: target.name,
      worldFile,
      share,
      fresh: target.fresh,
      warnings: target.warnings,
      concurrency: options.concurrency,
      rate: options.rate === undefined ? undefined : options.rate / (share?.facts.of ?? 1),
      waitForStartMs: options.waitForStart,
      maxTimeMs: options.maxTime,
      failFast: options.failFast ?? false,
      confirm: true,
      signal,
      emit,
      activity,
      at,
      repeat: options.repeat ?? 1,
      setup: setupPolicy(target, options),
      placeOf: target.placeOf,
    };
    await reports.emitting(planned, () => run(about));
    live?.clear();
    const ended = end();
    explainGates(ended, target.worldFile, io);
    return signal.aborted ? EXIT.interrupted : ended.judged.exit;
  } finally {
    stop();
    live?.clear();
    await target.close();
  }
}

/** Runs the suite and writes the reports. */
export function runCommand(options: RunCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter ?? [], io, (reports) => runInto(reports, options, io));
}
