/** The command line: commands and their options, each command loaded when it is used. */
import { Command, CommanderError, Option } from 'commander';
import { addMutants } from './programs/add-mutants.ts';
import { addReport, addShow } from './programs/add-report.ts';
import { addExec } from './programs/add-exec.ts';
import { addCompletion } from './programs/add-completion.ts';
import { addFixtures } from './programs/add-fixtures.ts';
import { addInit } from './programs/add-init.ts';
import { addOpenapi } from './programs/add-openapi.ts';
import { addSimulate } from './programs/add-simulate.ts';
import { addExamples } from './programs/help-examples.ts';
import { VERSION } from '../version.ts';
import type { Done } from './exits.ts';
import { addAttest, addBaseline, addCompare, addMerge, addVerify } from './gate/gate-commands.ts';
import { withGates, withParts, failOnOption, minCoverageOption } from './gate/run-gate-options.ts';
import type { Io } from './io.ts';
import { refuseLonely } from './options/lonely-options.ts';
import { refuseMissing, refuseOverwriting } from './options/named-files.ts';
import { named } from './options/paths.ts';
import { reporterOption } from './options/reporter-option.ts';
import { worldOption } from './options/world-option.ts';
import { addFuzz, addReplay } from './programs/add-fuzz.ts';
import {
  suiteOption,
  maxTimeOption,
  onlyOption,
  skipOption,
  withReach,
  withTarget,
  rateOption,
  waitForStartOption,
  ignoreSetupOption,
} from './options/shared-options.ts';

function addRun(program: Command, io: Io, done: Done): void {
  withParts(withGates(withTarget(program.command('run'))))
    .addOption(suiteOption())
    .description('run the conformance suite against a target, or against the embedded simulator')
    .addOption(onlyOption())
    .addOption(skipOption())
    .addOption(reporterOption())
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .addOption(maxTimeOption())
    .option('--fail-fast', 'end at the first case that fails')
    .addOption(
      new Option(
        '--exchanges <which>',
        'which requests and replies the reports hold: telling: those of cases that did not pass; all (har: always)',
      ).choices(['telling', 'all']),
    )
    .addOption(ignoreSetupOption())
    .option('--fail-on-unverified', 'exit code 1 where a must of the selected cases is not verified')
    .action(async (options) => done(await (await import('./commands/run.ts')).runCommand(options, io)));
}

function addList(program: Command, io: Io, done: Done): void {
  program
    .command('list')
    .description('list the cases with their clauses')
    .addOption(suiteOption())
    .addOption(onlyOption())
    .addOption(skipOption())
    .option('--count', 'count the cases of each chapter instead')
    .option('--lint', 'say what is wrong with the suite instead, in the world of --world or --target')
    .option('--target <url-or-file>', 'with --lint: the target whose world must serve the cases', named)
    .addOption(worldOption())
    .action(async (options) => done(await (await import('./commands/list.ts')).listCommand(options, io)));
}

function addProbe(program: Command, io: Io, done: Done): void {
  withTarget(program.command('probe'))
    .addOption(suiteOption())
    .description(
      'find out what a backend chose where the document is silent, and learn facts about its world',
    )
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .option('--write', 'add the answers and the facts to the target file, keeping its comments and order')
    .option('--json', 'print one JSON document instead of text')
    .action(async (options) => done(await (await import('./commands/probe.ts')).probeCommand(options, io)));
}

function addCoverage(program: Command, io: Io, done: Done): void {
  withTarget(program.command('coverage'))
    .addOption(suiteOption())
    .description('which clauses were verified on which endpoints, and what to declare to verify more')
    .option('--from <events.ndjson>', 'the record of a run, instead of a run', named)
    .option('--statement <file>', 'write the conformance statement in Markdown', named)
    .addOption(failOnOption())
    .addOption(minCoverageOption())
    .addOption(ignoreSetupOption())
    .action(async (options) =>
      done(await (await import('./commands/coverage.ts')).coverageCommand(options, io)),
    );
}

function addExplain(program: Command, io: Io, done: Done): void {
  program
    .command('explain')
    .description('say in plain English what a case, a clause or a question is')
    .argument('<name>', 'its id', named)
    .addOption(suiteOption())
    .action(async (name, options) =>
      done(await (await import('./commands/explain.ts')).explainCommand({ ...options, name }, io)),
    );
}

const COMMANDS = [
  addInit,
  addRun,
  addFuzz,
  addReplay,
  addSimulate,
  addExec,
  addProbe,
  addCoverage,
  addReport,
  addShow,
  addExplain,
  addList,
  addBaseline,
  addAttest,
  addVerify,
  addMerge([suiteOption, reporterOption]),
  addCompare((command) =>
    withReach(command)
      .addOption(suiteOption())
      .addOption(onlyOption())
      .addOption(skipOption())
      .addOption(rateOption())
      .addOption(maxTimeOption())
      .addOption(ignoreSetupOption()),
  ),
  addFixtures,
  addOpenapi,
  addMutants([suiteOption, worldOption]),
  addCompletion,
];

/** The program; `done` gets the exit code of the command that ran. Usage errors are thrown as CommanderError. */
export function programFor(io: Io, done: Done): Command {
  const program = new Command('tagproof')
    .description('Does this backend speak the getTag protocol as its document says?')
    .version(VERSION)
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('(see --help)')
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write });
  for (const add of COMMANDS) add(program, io, done);
  addExamples(program);
  program.hook('preAction', (_, command) => {
    refuseLonely(command.name(), command.opts());
    refuseMissing(command.opts());
    // The words of exec are those of another command.
    refuseOverwriting(command.opts(), command.name() === 'exec' ? [] : command.args);
  });
  for (const command of program.commands)
    command.exitOverride().allowExcessArguments(false).showHelpAfterError('(see --help)');
  return program;
}

export { CommanderError };
