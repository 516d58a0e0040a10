/** A command of the user beside a simulator: how it is started, how it ended, and the variables by which it finds the simulator. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { sep } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import type { Io } from '../io/io.ts';
import { TOKEN_VARIABLE } from './controlled-options.ts';
import type { Serving } from './serving.ts';

/** What a shell says about a command that a signal ended. */
const SIGNAL_BASE = 128;

const TROUBLES = new Map([
  [
    'ENOENT',
    'there is no such command; check its name, that it is in PATH, and that each word is one of its own',
  ],
  ['EACCES', 'may not be run; check its permissions'],
]);

const isFolder = (path: string): boolean =>
  path.includes(sep) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Starts a command behind `tagproof exec --`, or `by` another one. `ended`: its exit code, 128 and the number of the signal where one ended it; rejects with TagproofError('usage')
 * where it can't be started.
 */
export function startCommand(
  [command = '', ...words]: readonly string[],
  options: SpawnOptions,
  by: 'exec' | 'proxy' = 'exec',
): { readonly child: ChildProcess; readonly ended: Promise<number> } {
  if (words.includes('&&') || / && /.test(command))
    throw new TagproofError(
      'usage',
      `${by}: && is a word for a shell, and ${by} starts none\nwrite: npx tagproof ${by} -- sh -c 'first && second'`,
    );
  const child = spawn(command, words, options);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', ({ code = '', message }: NodeJS.ErrnoException) =>
      reject(
        new TagproofError(
          'usage',
          `${by} ${command}: ${isFolder(command) ? 'is a folder; name the command in it' : (TROUBLES.get(code) ?? message)}`,
        ),
      ),
    );
    child.once('exit', (code, signal) =>
      resolve(code ?? SIGNAL_BASE + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  return { child, ended };
}

/** Gives a command our signals. A terminal sends Ctrl-C to all processes in its foreground by itself. */
export function forwardSignals(child: ChildProcess, { onInterrupt, onExit, endBelow, ask }: Io): void {
  const atTerminal = ask !== undefined;
  onInterrupt((signal) => {
    if (signal !== 'SIGINT' || !atTerminal) child.kill(signal);
  });
  onExit(() => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    endBelow?.(child.pid);
    child.kill('SIGKILL');
  });
}

/** By name; those of keys and tokens are called as the world file calls them, else by their names: `ADMIN_KEY`, `ANN_TOKEN`. */
export function execVariables({ url, controlUrl, simulator, file }: Serving): Record<string, string> {
  const { token } = simulator;
  return {
    ...Object.fromEntries(file.secrets.map(({ envName, value }) => [envName, value])),
    TAGPROOF_URL: url,
    ...(controlUrl !== undefined && { TAGPROOF_CONTROL_URL: controlUrl }),
    ...(token !== undefined && { [TOKEN_VARIABLE]: token }),
  };
}
