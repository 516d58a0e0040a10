/** `tagproof exec --vary`: a command beside one simulator after another, each of which makes another choice. */
import { firstDifference } from './other-replies.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { whyAborted, withDeadline } from '../../run/send/deadline.ts';
import { TagproofError } from '../../base/errors.ts';
import { inColumns, wrapped } from '../../base/text/columns.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { heartbeat } from '../session/live-progress.ts';
import { replyFormatOf } from '../simulate/controlled-options.ts';
import { runBeside, type RunContext } from './one-run.ts';
import { type Variation, variationsOf, variationWords } from './variations.ts';

const RESULTS = ['breaks', 'ok', 'not exercised', 'not run'] as const;

interface Row {
  readonly id: string;
  readonly result: (typeof RESULTS)[number];
  /** Of a choice that breaks: the first exchange that it changes, and the end of the command. */
  readonly shown?: readonly string[];
}

const MAX_LINES = 20;
const lastLines = (output: string): readonly string[] => output.trimEnd().split('\n').slice(-MAX_LINES);

/** Runs the command as it is. Gives each choice with the first reply that it would change, nothing where it changes none. Throws where the command is not green, or calls no operation. */
async function usualRun(vary: string, context: RunContext) {
  const { options, io, signal } = context;
  const called = new Set<EndpointId>();
  const { prepared, exit, output, ms } = await runBeside({ answers: [] }, context, (started, mask) => {
    const { simulator, warnings } = started;
    if (options.quiet !== true) io.warn(warnings);
    simulator.observers.push((_, call) => void (call && called.add(call.endpoint.id)));
    return variationsOf(vary, completeDialect(simulator.choices.answers)).map((variation) => {
      const { id, fault, format } = variation;
      const difference = firstDifference(simulator, {
        answers: (now) => [...now, ...variation.answers],
        format: replyFormatOf(format === undefined ? options.format : [format]),
        order: options.seed,
      });
      const shown = (): readonly string[] => {
        const isHit = [fault?.endpoint ?? [...called]].flat().some((each) => called.has(each));
        if (fault !== undefined) return isHit ? [variationWords(id) ?? id] : [];
        const { request, got, other } = difference() ?? {};
        if (request === undefined) return [];
        return [`first seen in  ${request}`, `default        ${got}`, `here           ${other}`].map(mask);
      };
      return { variation, shown };
    });
  });
  if (signal.aborted)
    throw new TagproofError('unreachable', `the default run did not end: ${whyAborted(signal)}`);
  if (exit !== 0)
    throw new TagproofError(
      'usage',
      `your tests fail already: with the default dialect the command ended with exit code ${exit}. Make them pass without --vary first:\n${lastLines(output).join('\n')}`,
    );
  if (called.size === 0)
    throw new TagproofError(
      'usage',
      'no operation was called, so no choice can make a difference\nlet the command call the base URL in TAGPROOF_URL, with the keys and tokens in its environment',
    );
  return { ms, tries: prepared.map(({ variation, shown }) => ({ variation, shown: shown() })) };
}

/** Tests that use a hanging client wait for ever: this many times as long as the default run, at least some seconds. */
const TIMES = 20;
const LEAST_MS = 10_000;

/** Runs the command with one choice; `shown`: what that changes in the default run. */
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

/** What breaks, in full; a row for each choice of which something is known, and the others; the last line counts. */
function linesOf(rows: readonly Row[], columns: number): readonly string[] {
  const having = (wanted: Row['result']): readonly Row[] => rows.filter(({ result }) => result === wanted);
  const known = [...having('breaks'), ...having('ok')].map(({ id, result }) => [id, result]);
  const others = (['not exercised', 'not run'] as const).filter((result) => having(result).length > 0);
  return [
    ...having('breaks').flatMap(({ id, shown = [] }) => [
      `breaks: ${id}`,
      ...shown.map((line) => `  ${line}`),
      '',
    ]),
    ...(known.length === 0 ? [] : inColumns([['choice', 'result'], ...known])),
    ...others.flatMap((result) => {
      const ids = having(result).map(({ id }) => id);
      return wrapped(`${result}: ${ids.join(', ')}`, columns, ids.length + 1);
    }),
    '',
    RESULTS.map((result) => `${having(result).length} ${result}`).join(', '),
  ];
}

export async function varyCommand(options: RunContext['options'], vary: string, io: Io): Promise<Exit> {
  const interrupt = io.interruptSignal();
  const context = { options, io, signal: withDeadline(interrupt, options.maxTime) };
  const { activity, stop } = heartbeat(io);
  const rows: Row[] = [];
  try {
    activity.describe = () => 'the default run';
    const { tries, ms } = await usualRun(vary, context);
    for (const { variation, shown } of tries) {
      activity.describe = () => `${rows.length} of ${tries.length} choices tried, now ${variation.id}`;
      const first = await varied(variation, shown, ms, context);
      // What passes when it is run again is not blamed.
      rows.push(first.result === 'breaks' ? await varied(variation, shown, ms, context) : first);
    }
    const columns = io.out.isTerminal ? io.out.columns() : Number.POSITIVE_INFINITY;
    const text = options.json === true ? safeJson({ format: 1, rows }, 2) : linesOf(rows, columns).join('\n');
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
