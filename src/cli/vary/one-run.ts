/** One run of the user's command beside a simulator: its output is kept instead of shown, and it is ended with all that it started. */
import { setTimeout as after } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { type Mask, secretStoreOf } from '../../http/secrets/secrets.ts';
import { maskerOf } from '../../http/secrets/mask.ts';
import type { Variation } from './variations.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { type Serving, startServing } from '../simulate/serving.ts';
import { execVariables, startCommand } from '../simulate/user-command.ts';

export interface RunContext {
  readonly options: CommandOptions<'exec'>;
  readonly io: Io;
  readonly signal: AbortSignal;
}

/** How much output is kept: twice what is shown, so that a secret at the cut is masked before it is cut again. */
const KEPT_CHARACTERS = 32_768;
/** How long the output of a command that has ended is waited for. */
const FLUSH_MS = 500;

/**
 * Runs the command in a group of processes of its own, which is killed when the command ends, the signal is aborted, or we end.
 * `prepare` gets the simulator first. Gives what it made of it, the exit code, the end of what was printed, masked, and whether the
 * signal ended it.
 */
export async function runBeside<T>(
  { answers, format }: Pick<Variation, 'answers' | 'format'>,
  { options, io, signal }: RunContext,
  prepare: (started: Serving, mask: Mask) => T,
) {
  const own = answers.map(({ question, at, option }) => `${question}${at && `@${at}`}=${option}`);
  const choices = {
    dialect: [...(options.dialect ?? []), ...own],
    ...(format !== undefined && { format: [format] }),
  };
  const started = await startServing({ log: 'none', ...options, ...choices }, io);
  const { file, simulator } = started;
  const { token = '' } = simulator;
  const secrets = maskerOf(secretStoreOf([...file.secrets, ...file.variables]));
  const mask: Mask = (text) =>
    token === '' ? secrets(text) : secrets(text).replaceAll(token, '<secret:control token>');
  let pid: number | undefined;
  let isOver = false;
  const end = (): void => {
    if (pid !== undefined && !isOver) io.signalGroup?.(pid, 'SIGKILL');
  };
  try {
    const prepared = prepare(started, mask);
    const began = performance.now();
    const { child, ended } = startCommand(options.command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...io.env, ...execVariables(started) },
      detached: true,
    });
    let text = '';
    const add = (piece: string): void => void (text = (text + piece).slice(-KEPT_CHARACTERS));
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add);
    const closed = new Promise<void>((resolve) => child.once('close', resolve));
    pid = child.pid;
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    io.onExit(end);
    const exit = await ended;
    const ms = performance.now() - began;
    // What it left running would hold its output open, and perhaps a port.
    end();
    await Promise.race([closed, after(FLUSH_MS, undefined, { ref: false })]);
    return { prepared, exit, ms, output: mask(stripVTControlCharacters(text)), isEnded: signal.aborted };
  } finally {
    isOver = true;
    signal.removeEventListener('abort', end);
    await started.close();
  }
}
