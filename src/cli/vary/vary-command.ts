/** `tagproof exec --vary`: a command beside one simulator after another, each of which makes another choice. */
import { firstDifference } from '../../../simulator/control/other-replies.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { whyAborted, withDeadline } from '../../run/send/deadline.ts';
import { TagproofError } from '../../base/errors.ts';
import { inColumns } from '../../base/text/columns.ts';
import { grouped } from '../../base/text/grouping.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { ownOptions, partsOfId, type Variation, variationsOf, variationWords } from './variations.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { heartbeat } from '../session/live-progress.ts';
import { replyFormatOf } from '../simulate/controlled-options.ts';
import { maskOf, runBeside, type RunContext } from './one-run.ts';

const RESULTS = ['breaks', 'ok', 'not exercised', 'not run'] as const;

interface Row {
  readonly id: string;
  readonly result: (typeof RESULTS)[number];
  /** Of a choice that breaks: the first exchange that it changes, and the end of the command. */
  readonly shown?: readonly string[];
}

const MAX_LINES = 20;
const lastLines = (output: string): readonly string[] => output.trimEnd().split('\n').slice(-MAX_LINES);

/** Runs the command as it is, and watches which choices would change a reply of it. Throws where it is not green, or calls no operation. */
async function usualRun(vary: string, context: RunContext) {
  const { options, io, signal } = context;
  const called = new Set<EndpointId>();
  let dialect = completeDialect();
  let watched: readonly (readonly [Variation, ReturnType<typeof firstDifference>])[] = [];
  let mask: ReturnType<typeof maskOf> = String;
  const { exit, output, ms } = await runBeside({ answers: [] }, context, (started) => {
    const { simulator, warnings } = started;
    if (options.quiet !== true) io.warn(warnings);
    mask = maskOf(started);
    dialect = completeDialect(simulator.choices.answers);
    simulator.observers.push((_, call) => void (call && called.add(call.endpoint.id)));
    watched = variationsOf(vary, dialect).map((variation) => {
      const format = variation.format === undefined ? options.format : [variation.format];
      const answers = (now: typeof variation.answers) => [...now, ...variation.answers];
      const other = { answers, format: replyFormatOf(format), order: options.seed };
      return [variation, firstDifference(simulator, other)];
    });
  });
  if (signal.aborted)
    throw new TagproofError('unreachable', `the default run did not end: ${whyAborted(signal)}`);
  if (exit !== 0)
    throw new TagproofError(
      'usage',
      `your tests fail already: with the default dialect the command ended with exit code ${exit}:\n${lastLines(output).join('\n')}`,
    );
  if (called.size === 0)
    throw new TagproofError(
      'usage',
      'the command called no operation of the simulator, so no choice can make a difference\nlet its tests call the base URL in TAGPROOF_URL, with the keys and tokens in its environment',
    );
  const shown = watched.map(([{ id, fault }, difference]): readonly string[] => {
    if (fault !== undefined) {
      const hit = [fault.endpoint ?? [...called]].flat().some((each) => called.has(each));
      return hit ? [variationWords(id) ?? id] : [];
    }
    const found = difference();
    return found === undefined
      ? []
      : [`first seen in  ${found.request}`, `default        ${found.got}`, `here           ${found.other}`];
  });
  return { dialect, ms, tries: watched.map(([each], at) => [each, (shown[at] ?? []).map(mask)] as const) };
}

/** Tests that use a hanging client wait for ever: this many times as long as the default run, at least some seconds. */
const TIMES = 20;
const LEAST_MS = 10_000;

/** Runs the command with one choice; `shown`: what that changes in the default run, nothing where it would show nothing. */
async function varied(
  variation: Variation,
  shown: readonly string[],
  usualMs: number,
  context: RunContext,
): Promise<Row> {
  const { id, fault } = variation;
  if (shown.length === 0) return { id, result: 'not exercised' };
  if (context.signal.aborted) return { id, result: 'not run' };
  const timeout = AbortSignal.timeout(Math.ceil(Math.max(LEAST_MS, TIMES * usualMs)));
  const signal = AbortSignal.any([context.signal, timeout]);
  const { exit, isEnded, output } = await runBeside(variation, { ...context, signal }, ({ simulator }) => {
    if (fault !== undefined) simulator.faults.set({ ...fault, id, seed: 1 });
  });
  if (context.signal.aborted) return { id, result: 'not run' };
  if (exit === 0 && !isEnded) return { id, result: 'ok' };
  const how = `the command ended with ${isEnded ? 'a kill: it hung' : `exit code ${exit}`}:`;
  const end = [how, ...lastLines(output).map((line) => `  ${line}`)];
  return { id, result: 'breaks', shown: [...shown, ...end, `again: the same command with --vary '${id}'`] };
}

const isKnown = ({ result }: Row): boolean => result === 'breaks' || result === 'ok';

/** What breaks, in full; then a row for each question of which something is known; the last line counts. */
function linesOf(rows: readonly Row[], dialect: ReturnType<typeof completeDialect>): readonly string[] {
  const names = [...grouped(rows, ({ id }) => partsOfId(id)[0])];
  const cells = names
    .filter(([, its]) => its.some(isKnown))
    .map(([name, its]) => [
      name,
      ownOptions(name, dialect).join(', '),
      its.map(({ id, result }) => `${partsOfId(id)[1]}: ${result}`).join(', '),
    ]);
  const counts = RESULTS.map((result) => [rows.filter((row) => row.result === result), result] as const);
  return [
    ...rows.flatMap(({ id, shown }) =>
      shown === undefined ? [] : [`breaks: ${id}`, ...shown.map((line) => `  ${line}`), ''],
    ),
    ...(cells.length === 0 ? [] : inColumns([['question', 'default', 'others'], ...cells])),
    ...counts
      .filter(([its, result]) => its.length > 0 && result.startsWith('not '))
      .map(([its, result]) => `${result}: ${its.map(({ id }) => id).join(', ')}`),
    '',
    counts.map(([its, result]) => `${its.length} ${result}`).join(', '),
  ];
}

export async function varyCommand(options: RunContext['options'], vary: string, io: Io): Promise<Exit> {
  const interrupt = io.interruptSignal();
  const context = { options, io, signal: withDeadline(interrupt, options.maxTime) };
  const { activity, stop } = heartbeat(io);
  const rows: Row[] = [];
  try {
    activity.describe = () => 'the default run';
    const { tries, ms, dialect } = await usualRun(vary, context);
    for (const [variation, shown] of tries) {
      activity.describe = () => `${rows.length} of ${tries.length} choices tried, now ${variation.id}`;
      const first = await varied(variation, shown, ms, context);
      // What passes when it is run again is not blamed.
      rows.push(first.result === 'breaks' ? await varied(variation, shown, ms, context) : first);
    }
    const text = options.json === true ? safeJson({ format: 1, rows }, 2) : linesOf(rows, dialect).join('\n');
    io.out.write(`${text}\n`);
  } catch (error) {
    if (interrupt.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    stop();
  }
  if (interrupt.aborted) return EXIT.interrupted;
  if (rows.some(({ result }) => result === 'breaks')) return EXIT.broken;
  if (context.signal.aborted) {
    io.err.write(`partial: ${whyAborted(context.signal)}\n`);
    return EXIT.unreached;
  }
  if (rows.some(({ result }) => result === 'ok')) return EXIT.ok;
  io.err.write('error: no run showed another reply than the default run, so nothing is known\n');
  return EXIT.usage;
}
