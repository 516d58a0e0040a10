/** The options of `tagproof mutants`. */
import { Option, type Command } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { gather, MOST_SEED, wholeNumber } from '../options/numbers.ts';

/** Adds the command; `shared` makes the options that others have, too. */
export const addMutants =
  (shared: readonly (() => Option)[]) =>
  (program: Command, io: Io, done: Done): void => {
    const command = program
      .command('mutants')
      .description('prove the suite: does it notice every seeded defect, by a finding of the right clause?')
      .option('--only <glob>', 'only these mutants, by name or clause; repeat for several', gather)
      .option('--full', 'run every case against every mutant, and list the cases that notice nothing alone')
      .option('--fuzz', 'send no cases; show what fuzzing alone finds')
      .addOption(
        new Option(
          '--target-file <name>',
          'what the suite knows about each mutant: all of its world, or little',
        ).choices(['full', 'small', 'minimal']),
      )
      .option('--seed <n>', 'the seed of --fuzz; 1 where it is left out', wholeNumber(0, MOST_SEED))
      .option(
        '--runs <n>',
        'at most this many generated requests to each mutant; 300000 where it is left out',
        wholeNumber(1, 1_000_000_000),
      );
    for (const option of shared) command.addOption(option());
    command.action(async (options) =>
      done(await (await import('../commands/mutants.ts')).mutantsCommand(options, io)),
    );
  };
