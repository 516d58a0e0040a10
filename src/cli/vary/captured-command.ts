/** A command of the user whose output is kept instead of shown, and which is ended with all that it started. */
import { setTimeout as after } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { startCommand } from '../simulate/user-command.ts';
import type { Io } from '../io/io.ts';

export interface CapturedRun {
  /** As a shell gives it. */
  readonly exit: number;
  /** The end of what it printed, on both streams. */
  readonly output: string;
  readonly ms: number;
  /** It was ended for its time, or with us. */
  readonly isEnded: boolean;
}

/** How much output is kept: twice what is shown, so that a secret at the cut is masked before it is cut again. */
const KEPT_CHARACTERS = 32_768;
/** How long a command that is asked to end may take. */
const GRACE_MS = 2000;
/** How long the output of a command that has ended is waited for. */
const FLUSH_MS = 500;

/** Keeps the end of a text that comes in pieces. */
function tail(): { readonly add: (piece: string) => void; readonly text: () => string } {
  let text = '';
  return {
    add: (piece) => {
      text += piece;
      if (text.length > 2 * KEPT_CHARACTERS) text = text.slice(-KEPT_CHARACTERS);
    },
    text: () => stripVTControlCharacters(text.slice(-KEPT_CHARACTERS)),
  };
}

/** Runs a command in a group of processes of its own, until it ends or the signal is aborted; with us it ends at once. */
export async function runCaptured(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
  io: Io,
): Promise<CapturedRun> {
  const began = performance.now();
  const { child, ended } = startCommand(command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...io.env, ...variables },
    detached: true,
  });
  const { add, text } = tail();
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
    return { exit, output: text(), ms, isEnded: signal.aborted };
  } finally {
    isOver = true;
    clearTimeout(force);
    signal.removeEventListener('abort', stop);
  }
}
