/** The commands around the gates: baseline, compare, attest, verify, merge. */
import { Argument, type Command, Option } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { gatherNamed, named } from '../options/paths.ts';
import { failOnOption, requirementsOption, withGates } from './run-gate-options.ts';

const fromOption = (): Option =>
  new Option('--from <events.ndjson>', 'the record of a run, as --reporter ndjson=FILE writes it')
    .argParser(named)
    .makeOptionMandatory();

export function addBaseline(program: Command, io: Io, done: Done): void {
  program
    .command('baseline')
    .description('keep the file of known findings with which run --baseline compares a run')
    .addArgument(
      new Argument(
        '<action>',
        'write: add what is new; diff: show what differs; prune: remove what no longer occurs',
      ).choices(['write', 'diff', 'prune']),
    )
    .argument('<file>', 'the baseline, in YAML', named)
    .addOption(fromOption())
    .option('--reason <text>', 'write: why the new findings are accepted', named)
    .option('--owner <name>', 'write: who fixes them', named)
    .option('--link <url>', 'write: where they are followed up', named)
    .option('--expires <day>', 'write: the last day on which they are accepted: 2027-01-31', named)
    .option('--warnings', 'findings of shoulds, too, for a run with --fail-on warn')
    .action(async (action, file, options) =>
      done((await import('../commands/baseline.ts')).baselineCommand({ ...options, action, file }, io)),
    );
}

const COMPARE_WORDS = ['breaking', 'drift', 'regression'];

/** `withTarget`: adds the options of every command that reaches a target, but --target itself. */
export const addCompare =
  (withReach: (command: Command) => Command) =>
  (program: Command, io: Io, done: Done): void => {
    withReach(program.command('compare'))
      .description('show where a candidate answers differently from base: drift, regressions, repairs')
      .argument('<base>', 'a base URL, a target file, or the record of a run (*.ndjson)', named)
      .argument('<candidate>', 'the same, of its replacement', named)
      .addOption(failOnOption(COMPARE_WORDS))
      .option('--json', 'print one JSON document instead of text')
      .option('--dialect-lock <file>', 'the lock whose approvals and classes count', named)
      .action(async (base, candidate, options) =>
        done(
          await (await import('../commands/compare.ts')).compareCommand({ ...options, base, candidate }, io),
        ),
      );
  };

export const addMerge =
  (options: readonly (() => Option)[]) =>
  (program: Command, io: Io, done: Done): void => {
    const command = withGates(program.command('merge'));
    for (const option of options) command.addOption(option());
    command
      .description('put the records of all shards together: the report and the gates of the whole run')
      .argument('<file...>', 'the record of each shard, as run --shard wrote it', gatherNamed)
      .option('--fail-on-unverified', 'exit code 1 where a must of the selected cases is not verified')
      .action(async (files, given) =>
        done(await (await import('../commands/merge.ts')).mergeCommand({ ...given, files }, io)),
      );
  };

const subjectOption = (what: string): Option =>
  new Option('--subject <git:COMMIT|oci:DIGEST>', what).argParser(named);

export function addAttest(program: Command, io: Io, done: Done): void {
  program
    .command('attest')
    .description('write an in-toto statement (Test Result) of a whole run; sign it with cosign or the forge')
    .argument('<events.ndjson>', 'the record of the run', named)
    .addOption(subjectOption('the commit or the image that was tested').makeOptionMandatory())
    .option('--output <file>', 'where the statement goes; without it to standard output', named)
    .addOption(requirementsOption())
    .action(async (events, options) =>
      done((await import('../commands/attest.ts')).attestCommand({ ...options, events }, io)),
    );
}

export function addVerify(program: Command, io: Io, done: Done): void {
  program
    .command('verify')
    .description('derive a statement from its events once more, and say whether it is the same')
    .argument('<file>', 'the statement that attest wrote', named)
    .addOption(
      new Option('--events <events.ndjson>', 'the record of the run').argParser(named).makeOptionMandatory(),
    )
    .addOption(subjectOption('what the statement must be about'))
    .option(
      '--requirements <file>',
      'the set that it is about, where that does not come with tagproof',
      named,
    )
    .action(async (file, options) =>
      done((await import('../commands/attest.ts')).verifyCommand({ ...options, file }, io)),
    );
}
