/** `tagproof exec`: a simulator for as long as a command runs, which finds it by variables. */
import { EXIT } from '../exits.ts';
import type { Io } from '../io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { execVariables } from '../simulate/exec-variables.ts';
import { runCommand } from '../simulate/run-command.ts';
import { startServing } from '../simulate/serving.ts';

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
