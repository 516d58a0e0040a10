/** Running a command of the user while a simulator serves: it shares our terminal and gets our signals. */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { TagproofError } from '../../errors.ts';
import type { Io } from '../io.ts';

/** What a shell says about a command that a signal ended. */
const SIGNAL_BASE = 128;

const TROUBLES = new Map([
  ['ENOENT', 'there is no such command; check its name, and that it is in PATH'],
  ['EACCES', 'may not be run; check its permissions'],
]);

function startError(command: string, { code = '', message }: NodeJS.ErrnoException): TagproofError {
  return new TagproofError('usage', `exec ${command}: ${TROUBLES.get(code) ?? message}`);
}

const exitOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? SIGNAL_BASE + (signal === null ? 0 : constants.signals[signal]);

/** A terminal sends Ctrl-C to all processes in its foreground by itself. */
function forwardSignals(child: ChildProcess, { onInterrupt, onExit, ask }: Io): void {
  const atTerminal = ask !== undefined;
  onInterrupt((signal) => {
    if (signal !== 'SIGINT' || !atTerminal) child.kill(signal);
  });
  onExit(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
}

/**
 * Runs a command to its end with these variables added to the environment; its exit code, 128 and the number of
 * the signal where one ended it. Throws TagproofError('usage') where it can't be started.
 */
export function runCommand(
  [command = '', ...words]: readonly string[],
  variables: Readonly<Record<string, string>>,
  io: Io,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: 'inherit', env: { ...io.env, ...variables } });
    child.once('error', (error) => reject(startError(command, error)));
    child.once('exit', (code, signal) => resolve(exitOf(code, signal)));
    forwardSignals(child, io);
  });
}
