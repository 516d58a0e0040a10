/** The words of the command line, as a completion needs them: read from the program itself. */
import type { Command, Option } from 'commander';

/** What may follow an option: nothing, one of a few words, or a file name. */
export type Behind = 'nothing' | 'files' | readonly string[];

export interface OptionWords {
  /** `--target`; perhaps a short one as well. */
  readonly names: readonly string[];
  readonly description: string;
  readonly behind: Behind;
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** What its own words may be. */
  readonly words: Behind;
}

function behindOf({ required, optional, argChoices }: Option): Behind {
  if (argChoices !== undefined) return argChoices;
  return required || optional ? 'files' : 'nothing';
}

const namesOf = ({ short, long }: Option): readonly string[] =>
  [short, long].filter((name) => name !== undefined);

function wordsOf(command: Command): CommandWords {
  const [argument] = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    options: [
      ...command.options
        .filter(({ hidden }) => !hidden)
        .map((option) => ({
          names: namesOf(option),
          description: option.description,
          behind: behindOf(option),
        })),
      { names: ['-h', '--help'], description: 'display help for command', behind: 'nothing' },
    ],
    words: argument === undefined ? 'nothing' : (argument.argChoices ?? 'files'),
  };
}

/** Every command of the program with its options. */
export const commandWords = (program: Command): readonly CommandWords[] => program.commands.map(wordsOf);
