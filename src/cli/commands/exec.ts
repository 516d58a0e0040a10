/** `tagproof exec`: a simulator for as long as a command runs, which finds it by variables. */
import { EXIT } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { type Serving, startServing } from '../simulate/serving.ts';
import { TOKEN_VARIABLE } from '../simulate/controlled-options.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { TagproofError } from '../../errors.ts';

// Running a command of the user while a simulator serves: it shares our terminal and gets our signals.

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

const URL_VARIABLE = 'TAGPROOF_URL';
/** The file of the certificate authority; Node.js trusts it by NODE_EXTRA_CA_CERTS. */
const AUTHORITY_VARIABLE = 'TAGPROOF_CA';
const CONTROL_VARIABLE = 'TAGPROOF_CONTROL_URL';

/** By name; those of keys and tokens are called as the world file calls them, else by their names: `ADMIN_KEY`, `ANN_TOKEN`. */
export function execVariables({
  url,
  controlUrl,
  simulator,
  file,
  authorityFile,
}: Serving): Record<string, string> {
  const { token } = simulator;
  return {
    ...Object.fromEntries(file.secrets.map(({ envName, value }) => [envName, value])),
    [URL_VARIABLE]: url,
    ...(controlUrl !== undefined && { [CONTROL_VARIABLE]: controlUrl }),
    ...(authorityFile !== undefined && {
      [AUTHORITY_VARIABLE]: authorityFile,
      NODE_EXTRA_CA_CERTS: authorityFile,
    }),
    ...(token !== undefined && { [TOKEN_VARIABLE]: token }),
  };
}

type ExecCommand = CommandOptions<'exec'>;

/** Serves while the command runs; its exit code. */
export async function execCommand(options: ExecCommand, io: Io): Promise<number> {
  let interrupted = false;
  io.onInterrupt(() => (interrupted = true));
  // The output of the command stays its own unless a log is asked for.
  const serving = await startServing({ log: 'none', ...options }, io);
  try {
    if (options.quiet !== true) io.warn(serving.warnings);
    if (interrupted) return EXIT.interrupted;
    return await runCommand(options.command, execVariables(serving), io);
  } finally {
    await serving.close();
  }
}
