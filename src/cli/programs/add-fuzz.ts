/** The options of `tagproof fuzz` and `tagproof replay`. */
import { Option, type Command } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { FUZZ_MODE_NAMES } from '../fuzz/modes.ts';
import { shardOption } from '../gate/run-gate-options.ts';
import { duration } from '../options/duration.ts';
import { gather, oneIn, wholeNumber } from '../options/numbers.ts';
import { gatherNamed, named } from '../options/paths.ts';
import { reporterOption } from '../options/reporter-option.ts';
import {
  maxTimeOption,
  withTarget,
  rateOption,
  waitForStartOption,
  ignoreSetupOption,
  seedOption,
  saveCaseOption,
} from '../options/shared-options.ts';

export function addFuzz(program: Command, io: Io, done: Done): void {
  withTarget(program.command('fuzz'))
    .description('generate requests, judge every reply by the set of allowed ones, and shrink each failure')
    .addOption(seedOption())
    .option(
      '--runs <n>',
      'at most this many requests, counting those that check, confirm and shrink, but not those of the orientation',
      wholeNumber(1, 1_000_000_000),
    )
    .option(
      '--time <time>',
      'end after this time, requests under way included: 30s, 2m; without the orientation; 20s without --runs and --until',
      duration,
    )
    .option(
      '--until <1:n>',
      'end once a new behaviour is expected at most once in this many requests: 1:10000 (Good-Turing), or earlier by --runs or --time',
      oneIn,
    )
    .addOption(maxTimeOption())
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .option('--phase <name>', 'only this phase (see --list); repeat for several', gather)
    .option('--property <name>', 'only this property (see --list); repeat for several', gather)
    .option('--wire', 'allow malformed HTTP against targets that are not on loopback')
    .option(
      '--failures <dir>',
      'save failures in this folder for replay; they replace those that an earlier run saved there',
      named,
    )
    .option(
      '--corpus <dir>',
      'try first what earlier runs kept in this folder, and keep there the smallest request for each behaviour',
      named,
    )
    .addOption(
      new Option(
        '--mode <name>',
        'change: 10s, the corpus first and unchanged; batch: 10m, to grow the corpus; both unless --time, --runs or --until bounds it',
      ).choices(FUZZ_MODE_NAMES),
    )
    .option(
      '--baseline <file-or-folder>',
      'known findings, which fail no run: a baseline, or a folder of failures that an earlier run saved',
      named,
    )
    .option('--strict', 'a health check fails: few successes, codes that never came, alterations never sent')
    .addOption(saveCaseOption())
    .addOption(reporterOption())
    .addOption(ignoreSetupOption())
    .addOption(shardOption())
    .option('--list', 'list the properties, phases and alterations instead')
    .action(async (options) => done(await (await import('../commands/fuzz.ts')).fuzzCommand(options, io)));
}

export function addReplay(program: Command, io: Io, done: Done): void {
  withTarget(program.command('replay'), 'the one on which the failure was found')
    .description('send saved failures again: FIXED, STILL FAILING, STILL WARNED or CHANGED')
    .argument('[file...]', 'files or folders of failures that fuzz --failures saved', gatherNamed, [])
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .addOption(ignoreSetupOption())
    .addOption(saveCaseOption())
    .action(async (files, options) =>
      done(await (await import('../commands/replay.ts')).replayCommand({ ...options, files }, io)),
    );
}
