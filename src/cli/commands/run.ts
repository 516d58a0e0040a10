/** `tagproof run`: the suite against a target. */
import { withDeadline } from '../../run/send/deadline.ts';
import { run, type RunOptions } from '../../run/suite/run.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { quickOf } from '../../cases/plan/quick.ts';
import { select } from '../../cases/format/select.ts';
import { runHead, type KeptWords, type RunEvent, type RunHead } from '../../report/record/events.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { runGateOf } from '../gate/run-gate.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { heartbeat, liveProgress } from '../session/live-progress.ts';
import { runAgainst, type ReadTarget } from '../../library/connect/connect.ts';
import { SHIPPED } from '../options/values.ts';
import { instancesIn } from '../session/suite.ts';
import { shellWord } from '../../http/curl/shell-quote.ts';
import { openTarget, readTargetToReach } from '../session/target.ts';
import { type Reports, wantsAll, withReports } from '../session/reports.ts';
import { mapTexts } from '../../report/record/redact.ts';
import { withDefaults } from '../session/run-defaults.ts';
import { keepRun } from '../session/kept-run.ts';
import type { LastFailed } from '../session/records.ts';
import { TagproofError } from '../../base/errors.ts';
import { plural } from '../../base/text/quantities.ts';
import type { ConsoleMode } from '../../report/record/reporter.ts';

type RunCommand = CommandOptions<'run'>;
type Chosen = Parameters<typeof select>[1];

/** From this many cases on, the embedded simulator is worth a thread of its own. */
const MANY_CASES = 200;

/** Whether every case of tagproof runs, so that every must of the document counts. */
function isWhole({ suite, quick, lastFailed, only = [], skip = [] }: RunCommand): boolean {
  const isAll = quick !== true && lastFailed !== true && only.length === 0 && skip.length === 0;
  return isAll && suite?.includes(SHIPPED) !== false;
}

/** What a quick run leaves out, for every report. */
const quickWarning = (quick: readonly Instance[], selected: readonly Instance[]): string =>
  `a quick run: ${quick.length} of ${selected.length} cases, each written one on one endpoint, and of the near misses a part; it leaves the others out, so run all before a release`;

/** What a run of the cases that did not pass before leaves out, for every report. */
const lastFailedWarning = (last: LastFailed, selected: readonly Instance[]): string =>
  `only the ${plural(selected.length, 'case')} that failed, warned or errored in ${last.run}: run all before a release`;

/** The chosen cases; of those of the last run only what did not pass in it. Throws where that is none. */
function selectedOf(all: readonly Instance[], chosen: Chosen, last?: LastFailed): readonly Instance[] {
  const selected = select(all, chosen).filter(({ id }) => last?.cases.has(id) ?? true);
  if (last === undefined || selected.length > 0) return selected;
  throw new TagproofError(
    'nothing-selected',
    `--last-failed: of these cases none failed, warned or errored in ${last.run}\nrun without it`,
  );
}

/** A report that shows every exchange needs them all, whatever `--exchanges` says. */
function keepsAll({ exchanges, reporter = [] }: RunCommand): boolean {
  return exchanges === 'all' || reporter.some(wantsAll);
}

/** What names the target, its world and the suite again. */
function runWordsOf({ target, world, suite = [] }: KeptWords): string {
  const words = [
    ...(target === undefined ? [] : [target]),
    ...(world === undefined ? [] : ['--world', world]),
    ...suite.flatMap((path) => ['--suite', path]),
  ];
  return words.map((word) => shellWord(Buffer.from(word))).join(' ');
}

async function runInto(
  reports: Reports,
  options: RunCommand,
  io: Io,
  { read, signal }: { readonly read: ReadTarget; readonly signal: AbortSignal },
  last?: LastFailed,
): Promise<Exit> {
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const all = await instancesIn(options, read.file.variables);
  const selected = selectedOf(all, options, last);
  const whole = isWhole(options);
  const at = new Date();
  const gate = await runGateOf(options, { suite: all, whole, at });
  const target = await openTarget(options, io, { read, ownThread: selected.length >= MANY_CASES });
  const live = liveProgress(io);
  const { activity, beat, stop } = heartbeat(io, () => live.clear());
  const { name, worldFile, redaction, facts } = target;
  const { target: to, world, suite, reporter: _, ...others } = options;
  const named = { target: to, world, suite };
  const words = mapTexts(named, redaction.mask) as KeptWords;
  const runWords = runWordsOf(words);
  const keeping = keepRun(io.lastRecord, words, (warning) => {
    live.clear();
    io.warn([warning]);
  });
  const emit = (given: RunEvent): void => {
    const event = gate.on(given);
    beat();
    keeping.on(event);
    live.on(event, () => reports.on(event));
  };
  const instances = options.quick === true ? quickOf(selected, facts) : selected;
  const warnings = [
    ...target.warnings,
    ...(options.quick === true ? [quickWarning(instances, selected)] : []),
    ...(last === undefined ? [] : [lastFailedWarning(last, selected)]),
  ];
  io.warn(target.warnings);
  try {
    const head: RunHead = {
      ...runHead(name, warnings, at),
      ...(worldFile !== undefined && { worldFile }),
      ...(runWords !== '' && { runWords }),
      options: mapTexts(others, redaction.mask) as typeof others,
    };
    const about: RunOptions = {
      // Its end is that of `signal`, as the time counts while files are read.
      ...runAgainst(target, options),
      head,
      instances,
      redaction: { ...redaction, keepsAll: keepsAll(options) },
      whole,
      confirm: true,
      signal,
      emit,
      done: keeping.done,
      activity,
      repeat: options.repeat ?? 1,
    };
    await reports.emitting(head, instances.length, () => run(about));
    live.clear();
    return gate.explain(io);
  } finally {
    stop();
    live.clear();
    keeping.close();
    await target.close();
  }
}

const usualReport = ({ verbose, quiet }: RunCommand): ConsoleMode =>
  verbose === true ? 'verbose' : quiet === true ? 'quiet' : 'causes';

/** What the last run in this folder says of this one. Throws where the target has to be named again. */
async function lastRun(given: RunCommand, io: Io): Promise<LastFailed> {
  const { lastFailedOf, mayRecordName } = await import('../session/records.ts');
  const last = lastFailedOf(given, io);
  if (given.target !== undefined || mayRecordName(last.words.target)) return last;
  throw new TagproofError(
    'usage',
    `--last-failed: a record does not decide where keys are sent\nname the target of that run again: npx tagproof run ${runWordsOf(last.words)} --last-failed`,
  );
}

/** Runs the suite and writes the reports; with --watch again and again, on one screen. */
export async function runCommand(given: RunCommand, io: Io): Promise<Exit> {
  if (given.watch === true) return (await import('../watch/watch-command.ts')).watchRun(given, io);
  const last = given.lastFailed === true ? await lastRun(given, io) : undefined;
  const words = { ...last?.words, ...given };
  const interrupt = io.interruptSignal();
  const signal = withDeadline(interrupt, given.maxTime);
  const read = await readTargetToReach(words, io.env);
  const options = withDefaults(words, read.file);
  const exit = await withReports(options.reporter, io, usualReport(options), (reports) =>
    runInto(reports, options, io, { read, signal }, last),
  );
  return interrupt.aborted ? EXIT.interrupted : exit;
}
