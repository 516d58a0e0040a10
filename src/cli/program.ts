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
import { FUZZ_MODE_NAMES } from './fuzz/modes.ts';
import { duration } from './options/duration.ts';
import type { Done } from './exits.ts';
import { addAttest, addBaseline, addCompare, addMerge, addVerify } from './gate/gate-commands.ts';
import {
  shardOption,
  withGates,
  withParts,
  failOnOption,
  minCoverageOption,
} from './gate/run-gate-options.ts';
import type { Io } from './io.ts';
import { refuseLonely } from './options/lonely-options.ts';
import { refuseMissing } from './options/missing-files.ts';
import { gather, oneIn, MOST_SEED, rate, wholeNumber } from './options/numbers.ts';
import { gatherNamed, named } from './options/paths.ts';
import { reporterOption } from './options/reporter-option.ts';
import { worldOption } from './options/world-option.ts';

const DEFAULT_TIMEOUT_MS = 5000;
const DEFAULT_CONCURRENCY = 16;
const MOST_CONCURRENCY = 1024;

const suiteOption = (): Option =>
  new Option('--suite <path>', 'a suite file or a folder of them; repeat for several').argParser(gatherNamed);
const onlyOption = (): Option =>
  new Option(
    '--only <glob>',
    'run only these: a case id, clause or endpoint, with * for any characters; repeat for several',
  ).argParser(gather);
const skipOption = (): Option =>
  new Option('--skip <glob>', 'leave these out; repeat for several').argParser(gather);

/** How requests are sent to a target, and what is known of its world. */
function withReach(command: Command): Command {
  return command
    .addOption(worldOption())
    .addOption(
      new Option('--concurrency <n>', 'requests under way at once')
        .argParser(wholeNumber(1, MOST_CONCURRENCY))
        .default(DEFAULT_CONCURRENCY),
    )
    .addOption(
      new Option('--timeout <time>', 'how long one request may take: 500ms, 5s, 2m')
        .argParser(duration)
        .default(DEFAULT_TIMEOUT_MS, '5s'),
    );
}

/** The options of every command that reaches a target; `without`: what it reaches where none is named. */
function withTarget(command: Command, without = 'the embedded simulator'): Command {
  return withReach(
    command.addOption(
      new Option(
        '--target <url-or-file>',
        `the backend: a base URL, or a target file; without it ${without}`,
      ).argParser(named),
    ),
  );
}

const rateOption = (): Option =>
  new Option('--rate <n>', 'at most so many requests per second').argParser(rate);

const waitForStartOption = (): Option =>
  new Option(
    '--wait-for-start <time>',
    'wait until the target answers, for at most this time: 30s, 2m',
  ).argParser(duration);

const ignoreSetupOption = (): Option =>
  new Option(
    '--ignore-setup',
    'go on where the target file does not fit the target (wrong key, absent player ...)',
  );

function addRun(program: Command, io: Io, done: Done): void {
  withParts(withGates(withTarget(program.command('run'))))
    .addOption(suiteOption())
    .description('run the conformance suite against a target, or against the embedded simulator')
    .addOption(onlyOption())
    .addOption(skipOption())
    .addOption(reporterOption())
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .addOption(new Option('--max-time <time>', 'begin no case after this time: 30s, 2m').argParser(duration))
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

const seedOption = (): Option =>
  new Option(
    '--seed <n>',
    'the same seed and the same target file: the same requests; without it a random one',
  ).argParser(wholeNumber(0, MOST_SEED));
const saveCaseOption = (): Option =>
  new Option('--save-case <dir>', 'write each failure as a suite file into this folder').argParser(named);

function addFuzz(program: Command, io: Io, done: Done): void {
  withTarget(program.command('fuzz'))
    .description(
      'generate requests, judge every reply by the set of allowed ones, and make each failure small',
    )
    .addOption(seedOption())
    .addOption(
      new Option(
        '--runs <n>',
        'at most so many requests, with those that check, confirm and shrink, without those of the orientation',
      ).argParser(wholeNumber(1, 1_000_000_000)),
    )
    .addOption(
      new Option(
        '--time <time>',
        'end after this time, what is under way too: 30s, 2m; without the orientation; 20s without --runs and --until',
      ).argParser(duration),
    )
    .addOption(
      new Option(
        '--until <1:n>',
        'end once a new behaviour is expected at most once in so many requests: 1:10000 (Good-Turing), or with --runs or --time before',
      ).argParser(oneIn),
    )
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .addOption(
      new Option('--phase <name>', 'only this phase (see --list); repeat for several').argParser(gather),
    )
    .addOption(
      new Option('--property <name>', 'only this property (see --list); repeat for several').argParser(
        gather,
      ),
    )
    .option('--wire', 'allow malformed HTTP against targets that are not on loopback')
    .addOption(
      new Option(
        '--failures <dir>',
        'save failures in this folder for replay, in the place of those that an earlier run saved there',
      ).argParser(named),
    )
    .addOption(
      new Option(
        '--corpus <dir>',
        'try first what earlier runs kept in this folder, and keep there the smallest request for each behaviour',
      ).argParser(named),
    )
    .addOption(
      new Option(
        '--mode <name>',
        'change: 10s, the corpus first and unchanged; batch: 10m, to grow the corpus; both unless --time, --runs or --until bounds it',
      ).choices(FUZZ_MODE_NAMES),
    )
    .addOption(
      new Option(
        '--baseline <file-or-folder>',
        'known findings, which fail no run: a baseline, or a folder of failures that an earlier run saved',
      ).argParser(named),
    )
    .option('--strict', 'a health check fails: few successes, codes that never came, alterations never sent')
    .addOption(saveCaseOption())
    .addOption(reporterOption())
    .addOption(ignoreSetupOption())
    .addOption(shardOption())
    .option('--list', 'list the properties, phases and alterations instead')
    .action(async (options) => done(await (await import('./commands/fuzz.ts')).fuzzCommand(options, io)));
}

function addReplay(program: Command, io: Io, done: Done): void {
  withTarget(program.command('replay'), 'the one on which the failure was found')
    .description('send saved failures again: FIXED, STILL FAILING, STILL WARNED or CHANGED')
    .argument('[file...]', 'files or folders of failures that fuzz --failures saved', gatherNamed, [])
    .addOption(rateOption())
    .addOption(waitForStartOption())
    .addOption(ignoreSetupOption())
    .addOption(saveCaseOption())
    .action(async (files, options) =>
      done(await (await import('./commands/replay.ts')).replayCommand({ ...options, files }, io)),
    );
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
    .addOption(
      new Option(
        '--target <url-or-file>',
        'with --lint: the target whose world must serve the cases',
      ).argParser(named),
    )
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
    .addOption(new Option('--from <events.ndjson>', 'the record of a run, instead of a run').argParser(named))
    .addOption(
      new Option('--statement <file>', 'write the conformance statement in Markdown').argParser(named),
    )
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
  });
  for (const command of program.commands)
    command.exitOverride().allowExcessArguments(false).showHelpAfterError('(see --help)');
  return program;
}

export { CommanderError };
