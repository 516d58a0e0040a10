/** The options of `tagproof exec`. */
import type { Command } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { withSimulator } from './with-simulator.ts';

const ANY_PORT = 0;

export function addExec(program: Command, io: Io, done: Done): void {
  withSimulator(program.command('exec'), ANY_PORT)
    .description('serve a world while a command runs, which finds its URL and credentials in its environment')
    .argument('<command...>', 'the command and its words; put -- before it')
    .passThroughOptions()
    .option('--quiet', 'do not print the warnings of the world')
    .addHelpText(
      'after',
      `
The command finds TAGPROOF_URL, TAGPROOF_CONTROL_URL, TAGPROOF_CONTROL_TOKEN, and each key and token of the world under
the variable that the world file names, else under its own name: ADMIN_KEY, ANN_TOKEN. exec ends with its exit code.`,
    )
    .action(async (command, options) =>
      done(await (await import('../commands/exec.ts')).execCommand({ ...options, command }, io)),
    );
}
