/** `tagproof exec`: a simulator for as long as a command runs, which finds it by variables. */
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { brokenDutiesOf } from '../simulate/broken-duties.ts';
import { type Serving, startServing } from '../simulate/serving.ts';
import { execVariables, startCommand } from '../simulate/user-command.ts';
import type { ChildProcess } from 'node:child_process';

// Running a command of the user while a simulator serves: it shares our terminal and gets our signals.

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

type ExecCommand = CommandOptions<'exec'>;

/** Says which duties clients broke: in full, and with exit code 1, where that is to fail. */
function checkClients({ simulator }: Serving, { failOn, quiet }: ExecCommand, io: Io): Exit {
  const broken = brokenDutiesOf(simulator);
  if (broken === undefined) return EXIT.ok;
  if (failOn === undefined) {
    if (quiet !== true) io.warn([`${broken.summary}; --fail-on client shows by whom, and exits with 1`]);
    return EXIT.ok;
  }
  io.err.write([broken.summary, ...broken.lines, ''].join('\n'));
  return EXIT.broken;
}

/** Serves while the command runs; its exit code, or that of `--fail-on client` where it has none. With `--vary`: what it comes to with each of many simulators. */
export async function execCommand(options: ExecCommand, io: Io): Promise<number> {
  const { vary } = options;
  if (vary !== undefined)
    return (await import('../vary/vary-command.ts')).varyCommand({ ...options, vary }, io);
  let interrupted = false;
  io.onInterrupt(() => (interrupted = true));
  // The output of the command stays its own unless a log is asked for.
  const serving = await startServing({ log: 'none', ...options }, io);
  try {
    if (options.quiet !== true) io.warn(serving.warnings);
    if (interrupted) return EXIT.interrupted;
    const env = { ...io.env, ...execVariables(serving) };
    const { child, ended } = startCommand(options.command, { stdio: 'inherit', env });
    forwardSignals(child, io);
    return Math.max(await ended, checkClients(serving, options, io));
  } finally {
    await serving.close();
  }
}
