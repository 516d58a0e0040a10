/** `tagproof exec --vary`: a command beside one simulator after another, each of which makes another choice. */
import { completeDialect } from '../../dialect/dialect.ts';
import { whyAborted, withDeadline } from '../../engine/deadline.ts';
import { caseWithoutSuite, runHead } from '../../engine/events.ts';
import { TagproofError } from '../../errors.ts';
import { checkOutput, writeWhole } from '../../file-in-place.ts';
import { type Baseline, readBaseline } from '../../gate/baseline.ts';
import { dayOf, isOver } from '../../gate/day.ts';
import { plural, showDuration } from '../../text/quantities.ts';
import { shellWord } from '../../transport/shell/shell-quote.ts';
import { broken, withDefaults, type Row, type Tolerance } from '../../vary/tolerance.ts';
import { lastLines, TOLERANCE_FILE, TOLERANCE_REPORTS, toleranceFile } from '../../vary/tolerance-reports.ts';
import { choicesOf, partsOfId, type Variation, variationsOf } from '../../vary/variations.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { printable, type Io } from '../io/io.ts';
import { wantedReports } from '../session/reports.ts';
import { heartbeat, liveProgress } from '../session/live-progress.ts';
import {
  maskOf,
  type RunContext,
  runBeside,
  serving,
  varied,
  wouldDiffer,
  type VaryCommand,
} from './one-run.ts';

const isDialect = ({ id }: Variation): boolean => partsOfId(id)[0] === 'dialect';

/**
 * The run that the others are compared with. Throws where it is not green, or asks the simulator nothing. `shown`: variations with
 * which some reply of it would be another; to run the others, the `hidden` ones, would show nothing. `shownChoices`: the ids of the
 * choices of dialects which alone would do so: only they are suspected where a dialect breaks.
 */
function usualRun(context: RunContext) {
  const { options, io, signal } = context;
  return serving(context, { answers: [] }, async (started) => {
    if (options.quiet !== true) io.warn(started.warnings);
    const dialect = completeDialect(started.simulator.choices.answers);
    const watch = (variations: readonly Variation[]) =>
      variations.map((variation) => [variation, wouldDiffer(started, variation, context)] as const);
    const wanted = variationsOf(options.vary, dialect);
    const watched = watch(wanted);
    const ofDialects = wanted.filter(isDialect).flatMap(choicesOf);
    const choices = watch([...new Map(ofDialects.map((choice) => [choice.id, choice])).values()]);
    const { exit, output, ms } = await runBeside(started, context, signal);
    if (signal.aborted)
      throw new TagproofError('unreachable', `the default run did not end: ${whyAborted(signal)}`);
    if (exit !== 0) {
      const tail = lastLines(maskOf(started)(output)).join('\n');
      throw new TagproofError(
        'usage',
        `your tests fail already: with the default dialect the command ended with exit code ${exit}:\n${tail}`,
      );
    }
    if (started.simulator.journal.total === 0)
      throw new TagproofError(
        'usage',
        'the command sent no request to the simulator, so no choice can make a difference\nlet its tests call the base URL in TAGPROOF_URL, with the keys and tokens in its environment',
      );
    const those = (differ: boolean, all = watched): readonly Variation[] =>
      all.filter(([, differs]) => differs() === differ).map(([variation]) => variation);
    return {
      ms,
      dialect,
      mask: maskOf(started),
      shown: those(true),
      hidden: those(false),
      shownChoices: new Set(those(true, choices).map(({ id }) => id)),
    };
  });
}

type UsualRun = Awaited<ReturnType<typeof usualRun>>;

/** All variations, so many at a time, in rows of their order. */
async function allVaried(
  { ms, shown: variations, shownChoices }: UsualRun,
  context: RunContext,
): Promise<readonly Row[]> {
  const { options, io } = context;
  const rows: Row[] = [];
  const live = liveProgress(io);
  const { activity, stop } = heartbeat(io, () => live.clear());
  activity.describe = () => live.describe();
  live.on({ kind: 'run-started', ...runHead('', []), planned: variations.length });
  const waiting = variations.entries();
  const work = async (): Promise<void> => {
    for (const [at, variation] of waiting) {
      const row = await varied(variation, ms, context);
      const choices = choicesOf(variation).flatMap(({ id }) => (shownChoices.has(id) ? [id] : []));
      rows[at] = { ...row, ...(isDialect(variation) && { choices }) };
      const verdict = row.result === 'breaks' ? 'fail' : 'pass';
      live.on(caseWithoutSuite({ id: row.id, title: row.id, chapter: 'vary' }, { verdict }));
    }
  };
  try {
    await Promise.all(Array.from({ length: options.jobs ?? 1 }, work));
  } finally {
    stop();
    live.clear();
  }
  return rows;
}

function exitOf(tolerance: Tolerance, { io, signal }: RunContext, interrupted: boolean): Exit {
  if (interrupted) return EXIT.interrupted;
  if (broken(tolerance).length > 0) return EXIT.broken;
  if (signal.aborted) {
    io.err.write(`partial: ${whyAborted(signal)}\n`);
    return EXIT.unreached;
  }
  if (tolerance.rows.some(({ result }) => result === 'ok' || result === 'breaks')) return EXIT.ok;
  io.err.write('error: no run showed another reply than the default run, so nothing is known\n');
  return EXIT.usage;
}

/** The rows with the reasons of the baseline, and its entries that no longer break anything. */
function accepted(rows: readonly Row[], { breaks }: Pick<Baseline, 'breaks'>) {
  const today = dayOf(new Date());
  const reasons = new Map(
    breaks.filter(({ expires }) => !isOver(expires, today)).map(({ choice, reason }) => [choice, reason]),
  );
  return {
    rows: rows.map((row) => (row.result === 'breaks' ? { ...row, accepted: reasons.get(row.id) } : row)),
    stale: breaks
      .map(({ choice }) => choice)
      .filter((choice) => rows.some(({ id, result }) => id === choice && result === 'ok')),
  };
}

const REPORTS = Object.keys(TOLERANCE_REPORTS) as readonly (keyof typeof TOLERANCE_REPORTS)[];

/** Where the reports go. Throws where one could not be written. */
function outputsOf({ reporter = [], write }: VaryCommand, io: Io): (tolerance: Tolerance) => void {
  const wanted = wantedReports(reporter, REPORTS, 'console');
  for (const { name, path } of wanted)
    if (path !== undefined) checkOutput(path, TOLERANCE_REPORTS[name].kind);
  if (write !== undefined) checkOutput(write, TOLERANCE_FILE);
  return (tolerance) => {
    for (const { name, path } of wanted) {
      const { textOf, kind } = TOLERANCE_REPORTS[name];
      if (path === undefined) io.out.write(textOf(tolerance));
      else writeWhole(path, name === 'console' ? printable(textOf(tolerance)) : textOf(tolerance), kind);
    }
    if (write !== undefined) writeWhole(write, toleranceFile(tolerance), TOLERANCE_FILE);
  };
}

export async function varyCommand(options: VaryCommand, io: Io): Promise<Exit> {
  const { jobs = 1, port } = options;
  if (jobs > 1 && port !== 0)
    throw new TagproofError(
      'usage',
      `exec --port ${port}: only one simulator can have it, and there are ${jobs} jobs\nleave --port or --jobs out`,
    );
  const baseline = options.baseline === undefined ? { breaks: [] } : readBaseline(options.baseline);
  const output = outputsOf(options, io);
  const interrupt = io.interruptSignal();
  const signal = withDeadline(interrupt, options.maxTime);
  const context = { options, io, signal };
  let usual: UsualRun;
  try {
    usual = await usualRun(context);
  } catch (error) {
    if (interrupt.aborted) return EXIT.interrupted;
    throw error;
  }
  const { shown, hidden, ms, dialect, mask } = usual;
  if (options.quiet !== true)
    io.err.write(
      `the default run passed in ${showDuration(ms)}; ${plural(shown.length, 'run')} to come, ${hidden.length} would show nothing\n`,
    );
  const { rows, stale } = accepted(
    [...(await allVaried(usual, context)), ...hidden.map(({ id }): Row => ({ id, result: 'not exercised' }))],
    baseline,
  );
  const command = mask(options.command.map((word) => shellWord(Buffer.from(word))).join(' '));
  const { client = command } = options;
  const tolerance: Tolerance = { tolerance: 1, client, command, rows: withDefaults(rows, dialect) };
  output(tolerance);
  for (const choice of stale)
    io.err.write(`${options.baseline ?? ''}: ${choice} no longer breaks the client: take its entry out\n`);
  const exit = exitOf(tolerance, context, interrupt.aborted);
  return exit === EXIT.ok && stale.length > 0 ? EXIT.broken : exit;
}
