/** `tagproof exec --vary`: a command beside one simulator after another, each of which makes another choice. */
import { completeDialect, type Dialect } from '../../dialect/dialect.ts';
import { whyAborted, withDeadline } from '../../engine/deadline.ts';
import { TagproofError } from '../../errors.ts';
import { CLEAR_LINE } from '../../report/progress.ts';
import { plural, showDuration } from '../../text/quantities.ts';
import { shellWord } from '../../transport/shell/shell-quote.ts';
import { broken, withDefaults, type Row, type Tolerance } from '../../vary/tolerance.ts';
import { lastLines, toleranceLines } from '../../vary/tolerance-lines.ts';
import { type Variation, variationsOf } from '../../vary/variations.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { heartbeat } from '../session/live-progress.ts';
import { endAllCommands } from './captured-command.ts';
import {
  maskOf,
  type RunContext,
  runBeside,
  serving,
  varied,
  wouldDiffer,
  type VaryCommand,
} from './one-run.ts';

interface UsualRun {
  readonly ms: number;
  readonly dialect: Dialect;
  /** Those with which some reply of this run would be another, and the others: to run these would show nothing. */
  readonly shown: readonly Variation[];
  readonly hidden: readonly Variation[];
}

/** The run that the others are compared with. Throws where it is not green, or asks the simulator nothing. */
function usualRun(context: RunContext): Promise<UsualRun> {
  const { options, io, signal } = context;
  return serving(context, { answers: [] }, async (started) => {
    if (options.quiet !== true) io.warn(started.warnings);
    const dialect = completeDialect(started.simulator.rig.choices().answers);
    const watched = variationsOf(options.vary, dialect).map(
      (variation) => [variation, wouldDiffer(started, variation, context)] as const,
    );
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
    const those = (differ: boolean): readonly Variation[] =>
      watched.filter(([, differs]) => differs() === differ).map(([variation]) => variation);
    return { ms, dialect, shown: those(true), hidden: those(false) };
  });
}

/** Draws how far the runs are, on a line of the terminal. */
function drawnProgress(
  { err }: Io,
  describe: () => string,
): { readonly draw: () => void; readonly clear: () => void } {
  if (!err.isTerminal) return { draw: () => {}, clear: () => {} };
  return {
    draw: () => err.writeStyled(CLEAR_LINE + describe().slice(0, err.columns() - 1)),
    clear: () => err.writeStyled(CLEAR_LINE),
  };
}

/** All variations, so many at a time, in rows of their order. */
async function allVaried({ ms, shown: variations }: UsualRun, context: RunContext): Promise<readonly Row[]> {
  const { options, io } = context;
  const { jobs = 1 } = options;
  const rows: Row[] = [];
  const began = performance.now();
  let done = 0;
  const describe = (): string => {
    const left = variations.length - done;
    const each = done === 0 ? ms / jobs : (performance.now() - began) / done;
    return `${done}/${variations.length} runs, about ${showDuration(each * left)} left`;
  };
  const { draw, clear } = drawnProgress(io, describe);
  const { activity, stop } = heartbeat(io, clear);
  activity.describe = describe;
  const waiting = variations.entries();
  const work = async (): Promise<void> => {
    for (const [at, variation] of waiting) {
      rows[at] = await varied(variation, ms, context);
      done += 1;
      draw();
    }
  };
  try {
    draw();
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    stop();
    clear();
  }
  return rows;
}

function checkWords({ jobs = 1, port }: VaryCommand): void {
  if (jobs > 1 && port !== 0)
    throw new TagproofError(
      'usage',
      `exec --port ${port}: only one simulator can have it, and there are ${jobs} jobs\nleave --port or --jobs out`,
    );
}

function exitOf(tolerance: Tolerance, { io, signal }: RunContext, interrupted: boolean): Exit {
  const { rows } = tolerance;
  if (interrupted) return EXIT.interrupted;
  if (broken(tolerance).length > 0) return EXIT.broken;
  if (signal.aborted) {
    io.err.write(`partial: ${whyAborted(signal)}\n`);
    return EXIT.unreached;
  }
  if (rows.some(({ result }) => result === 'ok')) return EXIT.ok;
  io.err.write('error: no run showed another reply than the default run, so nothing is known\n');
  return EXIT.usage;
}

export async function varyCommand(options: VaryCommand, io: Io): Promise<Exit> {
  checkWords(options);
  const interrupt = io.interruptSignal();
  const signal = withDeadline(interrupt, options.maxTime);
  io.onExit(endAllCommands);
  const context = { options, io, signal };
  let usual: UsualRun;
  try {
    usual = await usualRun(context);
  } catch (error) {
    if (interrupt.aborted) return EXIT.interrupted;
    throw error;
  }
  const { shown, hidden, ms, dialect } = usual;
  if (options.quiet !== true)
    io.err.write(
      `the default run passed in ${showDuration(ms)}; ${plural(shown.length, 'run')} to come, ${hidden.length} would show nothing\n`,
    );
  const rows: readonly Row[] = [
    ...(await allVaried(usual, context)),
    ...hidden.map(({ id }): Row => ({ id, result: 'not exercised' })),
  ];
  const command = options.command.map((word) => shellWord(Buffer.from(word))).join(' ');
  const tolerance: Tolerance = { client: command, command, rows: withDefaults(rows, dialect) };
  io.out.write(`${toleranceLines(tolerance).join('\n')}\n`);
  return exitOf(tolerance, context, interrupt.aborted);
}
