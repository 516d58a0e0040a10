/** `tagproof run`: the suite against a target. */
import { fileDigest, planFactsOf } from '../../report/gate/digests.ts';
import { run, type RunOptions } from '../../run/suite/run.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { quickOf } from '../../cases/plan/quick.ts';
import { select } from '../../cases/format/select.ts';
import { runHead, type RunEvent, type RunHead } from '../../report/record/events.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { runGateOf } from '../gate/run-gate.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { heartbeat, liveProgress } from '../session/live-progress.ts';
import { runAgainst } from '../../library/connect/connect.ts';
import { instancesIn } from '../session/suite.ts';
import { looksLikeUrl } from '../../world/target-file/target-url.ts';
import { shellWord } from '../../http/curl/shell-quote.ts';
import { openTarget, readTargetToReach } from '../session/target.ts';
import { type Reports, wantsAll, withReports } from '../session/reports.ts';
import type { ConsoleMode } from '../../report/record/reporter.ts';

type RunCommand = CommandOptions<'run'>;

/** From this many cases on, the embedded simulator is worth a thread of its own. */
const MANY_CASES = 200;

/** Whether every case of tagproof runs, so that every must of the document counts. */
function isWhole({ suite, quick, only = [], skip = [] }: RunCommand): boolean {
  return suite === undefined && quick !== true && only.length === 0 && skip.length === 0;
}

/** What a quick run leaves out, for every report. */
const quickWarning = (quick: readonly Instance[], selected: readonly Instance[]): string =>
  `a quick run: ${quick.length} of ${selected.length} cases, each written one on one endpoint, and of the near misses a part; it leaves the others out, so run all before a release`;

/** A report that shows every exchange needs them all, whatever `--exchanges` says. */
function keepsAll({ exchanges, reporter = [] }: RunCommand): boolean {
  return exchanges === 'all' || reporter.some(wantsAll);
}

/** What names the target, its world and the suite again. */
function runWordsOf({ target, world, suite = [] }: RunCommand, name: string): string {
  const words = [
    // A URL by its name in reports, which has no credentials.
    ...(target === undefined ? [] : [looksLikeUrl(target) ? name : target]),
    ...(world === undefined ? [] : ['--world', world]),
    ...suite.flatMap((path) => ['--suite', path]),
  ];
  return words.map((word) => shellWord(Buffer.from(word))).join(' ');
}

async function runInto(reports: Reports, options: RunCommand, io: Io): Promise<Exit> {
  const signal = io.interruptSignal();
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const read = await readTargetToReach(options, io.env);
  const all = await instancesIn(options, read.file.variables);
  const chosen = { only: options.only ?? [], skip: options.skip ?? [] };
  const selected = select(all, chosen);
  const whole = isWhole(options);
  const at = new Date();
  const gate = await runGateOf(options, { suite: all, whole, at });
  const target = await openTarget(options, io, { read, ownThread: selected.length >= MANY_CASES });
  const live = liveProgress(io);
  const { activity, beat, stop } = heartbeat(io, () => live.clear());
  const emit = (given: RunEvent): void => {
    const event = gate.on(given);
    beat();
    live.on(event, () => reports.on(event));
  };
  const { name, worldFile, redaction, facts } = target;
  const instances = options.quick === true ? quickOf(selected, facts) : selected;
  const quick = options.quick === true ? { cases: selected.length } : undefined;
  const warnings = [...target.warnings, ...(quick === undefined ? [] : [quickWarning(instances, selected)])];
  const runWords = redaction.mask(runWordsOf(options, name));
  io.warn(target.warnings);
  try {
    const head: RunHead = {
      ...runHead(name, warnings, at),
      ...(worldFile !== undefined && { worldFile }),
      ...(runWords !== '' && { runWords }),
      plan: planFactsOf(all, {
        ...chosen,
        whole,
        ...(quick !== undefined && { quick }),
        ...(options.repeat !== undefined && { repeat: options.repeat }),
        ...(worldFile !== undefined && { world: fileDigest(worldFile) }),
      }),
    };
    const about: RunOptions = {
      ...runAgainst(target, options),
      head,
      instances,
      redaction: { ...redaction, keepsAll: keepsAll(options) },
      whole,
      confirm: true,
      signal,
      emit,
      activity,
      repeat: options.repeat ?? 1,
    };
    await reports.emitting(head, instances.length, () => run(about));
    live.clear();
    const exit = gate.explain(worldFile, io);
    return signal.aborted ? EXIT.interrupted : exit;
  } finally {
    stop();
    live.clear();
    await target.close();
  }
}

const usualReport = ({ verbose, quiet }: RunCommand): ConsoleMode =>
  verbose === true ? 'verbose' : quiet === true ? 'quiet' : 'causes';

/** Runs the suite and writes the reports; with --watch again and again, on one screen. */
export async function runCommand(options: RunCommand, io: Io): Promise<Exit> {
  if (options.watch === true) return (await import('../watch/watch-run.ts')).watchRun(options, io);
  return withReports(options.reporter, io, usualReport(options), (reports) => runInto(reports, options, io));
}
