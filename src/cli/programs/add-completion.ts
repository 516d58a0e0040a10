/** `tagproof completion`: made of the program itself, so that no option is forgotten. */
import { Argument, type Command } from 'commander';
import { EXIT, type Done } from '../exits.ts';
import type { Io } from '../io.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function addCompletion(program: Command, io: Io, done: Done): void {
  program
    .command('completion')
    .description('print a script that completes the commands and options of tagproof in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action(async (shell: Shell) => {
      const { completionFor } = await import('../completion/completion.ts');
      io.out.write(completionFor(shell, program));
      done(EXIT.ok);
    });
}
