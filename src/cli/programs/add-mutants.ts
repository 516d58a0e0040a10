/** The options of `tagproof mutants`. */
import { Option, type Command } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { named } from '../options/paths.ts';
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
      .option(
        '--random <n>',
        "draw this many mutants of the simulator's own source at random; only in a checkout of the repository",
        wholeNumber(1, 1_000_000),
      )
      .option('--json', 'with --random: print one JSON document instead of text')
      .option('--figures <file>', 'with --random: write the result into this file of figures', named)
      .addOption(
        new Option(
          '--target-file <name>',
          'what the suite knows about each mutant: all of its world, or little',
        ).choices(['full', 'small', 'minimal']),
      )
      .option(
        '--seed <n>',
        'the seed of --fuzz or of the draw of --random; 1 where it is left out',
        wholeNumber(0, MOST_SEED),
      )
      .option(
        '--runs <n>',
        'at most this many generated requests to each mutant; left out: 300000 with --fuzz, 20000 of each of three seeds with --random',
        wholeNumber(1, 1_000_000_000),
      );
    for (const option of shared) command.addOption(option());
    command.action(async (options) =>
      done(
        options.random === undefined
          ? await (await import('../commands/mutants.ts')).mutantsCommand(options, io)
          : await (await import('../commands/random-mutants.ts')).randomMutantsCommand(options, io),
      ),
    );
  };
