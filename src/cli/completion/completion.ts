/** The completion of each shell. */
import type { Command } from 'commander';
import { bashCompletion } from './bash.ts';
import { commandWords, type CommandWords } from './command-words.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const satisfies Record<
  string,
  (commands: readonly CommandWords[]) => string
>;

/** The script for a shell. */
export const completionFor = (shell: keyof typeof SCRIPTS, program: Command): string =>
  SCRIPTS[shell](commandWords(program));
