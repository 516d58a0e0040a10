/** The commands around the gates: baseline, compare, attest, verify, merge. */
import { Argument, type Command, Option } from 'commander';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { named } from '../options/paths.ts';
import { failOnOption } from './run-gate-options.ts';

const fromOption = (): Option =>
  new Option('--from <events.ndjson>', 'the record of a run, as --reporter ndjson=FILE writes it')
    .argParser(named)
    .makeOptionMandatory();

export function addBaseline(program: Command, io: Io, done: Done): void {
  program
    .command('baseline')
    .description('keep the file of known findings that run --baseline holds a run against')
    .addArgument(
      new Argument(
        '<action>',
        'write: add what is new; diff: say what differs; prune: take out what no longer occurs',
      ).choices(['write', 'diff', 'prune']),
    )
    .argument('<file>', 'the baseline, in YAML', named)
    .addOption(fromOption())
    .addOption(new Option('--reason <text>', 'write: why the new findings are accepted').argParser(named))
    .addOption(new Option('--owner <name>', 'write: who mends them').argParser(named))
    .addOption(new Option('--link <url>', 'write: where they are followed up').argParser(named))
    .addOption(
      new Option('--expires <day>', 'write: the last day on which they are accepted: 2027-01-31').argParser(
        named,
      ),
    )
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
      .description('say where a candidate answers otherwise than base: drift, regressions, repairs')
      .argument('<base>', 'a base URL, a target file, or the record of a run (*.ndjson)', named)
      .argument('<candidate>', 'the same, of what is to replace it', named)
      .addOption(failOnOption(COMPARE_WORDS))
      .addOption(
        new Option('--dialect-lock <file>', 'the lock whose approvals and classes count').argParser(named),
      )
      .action(async (base, candidate, options) =>
        done(
          await (await import('../commands/compare.ts')).compareCommand({ ...options, base, candidate }, io),
        ),
      );
  };
