/** What the command line offers, as its register says. */
import { COMMANDS, type CommandRow } from '../../src/cli/options/command-register.ts';

export const commandNames = (): readonly string[] => Object.keys(COMMANDS);

/** The long names of all options, each once: `--target` of `run` and of `fuzz` is one. */
export const optionNames = (): readonly string[] => [
  ...new Set(
    Object.values<CommandRow>(COMMANDS).flatMap(({ options = {} }) =>
      Object.values(options).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? flags),
    ),
  ),
];
