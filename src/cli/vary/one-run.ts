/** One run of the user's command beside a simulator that makes one other choice: its output is kept instead of shown, it is ended with all that it started, and what it comes to is a row. */
import { setTimeout as after } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { firstDifference } from '../../../simulator/control/other-replies.ts';
import { maskerOf } from '../../transport/secrets/mask.ts';
import type { Redaction } from '../../engine/redact.ts';
import { secretStoreOf } from '../../transport/secrets/secrets.ts';
import type { Row } from '../../vary/tolerance.ts';
import type { Variation } from '../../vary/variations.ts';
import { showDuration } from '../../text/quantities.ts';
import { execVariables, startCommand } from '../simulate/user-command.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { replyFormatOf } from '../simulate/controlled-options.ts';
import { type Serving, startServing } from '../simulate/serving.ts';

export type VaryCommand = CommandOptions<'exec'> & { readonly vary: string };

export interface RunContext {
  readonly options: VaryCommand;
  readonly io: Io;
  readonly signal: AbortSignal;
}

/** Serves with these further choices while `work` is done. */
export async function serving<T>(
  { options, io }: RunContext,
  { answers, format, order }: Pick<Variation, 'answers' | 'format' | 'order'>,
  work: (serving: Serving) => Promise<T>,
): Promise<T> {
  const set = answers.map(({ question, at, option }) => `${question}${at && `@${at}`}=${option}`);
  const started = await startServing(
    {
      log: 'none',
      ...options,
      set: [...(options.set ?? []), ...set],
      ...(format !== undefined && { format: [format] }),
      ...(order !== undefined && { order }),
    },
    io,
  );
  try {
    return await work(started);
  } finally {
    await started.close();
  }
}

/** Watches whether some reply of the default run would be another with a variation. */
export function wouldDiffer(
  { simulator }: Serving,
  { answers, format, order, fault }: Variation,
  { options }: RunContext,
): () => boolean {
  // It may hit any request.
  if (fault !== undefined) return () => true;
  const difference = firstDifference(simulator, {
    answers: (now) => [...now, ...answers],
    format: replyFormatOf(format === undefined ? options.format : [format]),
    order: order ?? options.order,
  });
  return () => difference() !== undefined;
}

/** How much output is kept: twice what is shown, so that a secret at the cut is masked before it is cut again. */
const KEPT_CHARACTERS = 32_768;
/** How long a command that is asked to end may take. */
const GRACE_MS = 2000;
/** How long the output of a command that has ended is waited for. */
const FLUSH_MS = 500;

/**
 * Runs the command in a group of processes of its own, until it ends or the signal is aborted; with us it ends at once. `output`: the
 * end of what it printed, on both streams; `isEnded`: it was ended for its time, or with us.
 */
export async function runBeside(started: Serving, { options, io }: RunContext, signal: AbortSignal) {
  const began = performance.now();
  const { child, ended } = startCommand(options.command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...io.env, ...execVariables(started) },
    detached: true,
  });
  let text = '';
  const add = (piece: string): void => void (text = (text + piece).slice(-KEPT_CHARACTERS));
  const closed = new Promise<void>((resolve) => child.once('close', resolve));
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
  let isOver = false;
  const end = (how: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid !== undefined && !isOver) io.signalGroup?.(child.pid, how);
  };
  let force: NodeJS.Timeout | undefined;
  const stop = (): void => {
    end('SIGTERM');
    force = setTimeout(() => end('SIGKILL'), GRACE_MS);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  io.onExit(() => end('SIGKILL'));
  try {
    const exit = await ended;
    const ms = performance.now() - began;
    // What it left running would hold its output open, and perhaps a port.
    end('SIGKILL');
    await Promise.race([closed, after(FLUSH_MS, undefined, { ref: false })]);
    return { exit, output: stripVTControlCharacters(text), ms, isEnded: signal.aborted };
  } finally {
    isOver = true;
    clearTimeout(force);
    signal.removeEventListener('abort', stop);
  }
}

/** Masks what is secret in the world, and the token of the control API. */
export function maskOf({ file, simulator: { token } }: Serving): Redaction['mask'] {
  const mask = maskerOf(secretStoreOf(file.secrets));
  const maskVariables = maskerOf(secretStoreOf(file.variables));
  return (text) => {
    const masked = maskVariables(mask(text));
    return token === undefined ? masked : masked.replaceAll(token, '<secret:control token>');
  };
}

/** Tests that use a hanging client wait for ever: this many times as long as the default run, at least some seconds. */
const TIMES = 20;
const LEAST_MS = 10_000;

/** A command that fails is run again with a simulator of its own: tests that fail now and then prove nothing. */
export async function varied(variation: Variation, usualMs: number, context: RunContext): Promise<Row> {
  const first = await once(variation, usualMs, context);
  if (first.result !== 'breaks') return first;
  const again = await once(variation, usualMs, context);
  return again.result === 'breaks' || again.result === 'not run'
    ? again
    : { ...again, note: 'failed once, and passed when run again' };
}

const NOT_STEADY =
  'the command failed, though each reply was that of the default run: its tests are not steady';

async function once(variation: Variation, usualMs: number, context: RunContext): Promise<Row> {
  const { id, fault } = variation;
  const { options, signal } = context;
  if (signal.aborted) return { id, result: 'not run' };
  const limit = Math.max(LEAST_MS, TIMES * usualMs);
  return serving(context, variation, async (started) => {
    const { simulator } = started;
    const own = new Set(simulator.choices.answers.slice(-variation.answers.length || Infinity));
    const difference = firstDifference(simulator, {
      answers: (now) => now.filter((answer) => !own.has(answer)),
      format: replyFormatOf(options.format),
      order: options.order,
      fault: id,
    });
    if (fault !== undefined) simulator.faults.set({ ...fault, id, seed: 1 });
    const timeout = AbortSignal.timeout(Math.ceil(limit));
    const { exit, isEnded, output } = await runBeside(started, context, AbortSignal.any([signal, timeout]));
    if (signal.aborted) return { id, result: 'not run' };
    const isGreen = exit === 0 && !isEnded;
    const found = difference();
    if (found === undefined) return { id, result: 'not exercised', ...(!isGreen && { note: NOT_STEADY }) };
    const mask = maskOf(started);
    const first = { request: mask(found.request), got: mask(found.got), other: mask(found.other) };
    if (isGreen) return { id, result: 'ok', first };
    const ended = isEnded ? `its end after ${showDuration(limit)}: it hung` : `exit code ${exit}`;
    return { id, result: 'breaks', first, ended, output: mask(output) };
  });
}
