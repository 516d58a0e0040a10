/** The command line as commander reads it, made of the table of commands; what runs a command is loaded when it is used. */
import { Command, CommanderError } from 'commander';
import { VERSION } from '../base/version.ts';
import { type Io, ioOver, type Outside } from './io/io.ts';
import {
  COMMANDS,
  type CommandName,
  type CommandOptions,
  type CommandRow,
} from './options/command-register.ts';
import { commanderArgument, commanderOption } from './options/option.ts';
import { checkReadWords } from './options/option-checks.ts';
import { addReplacedCommands, addReplacedOptions } from './options/replaced.ts';
import { ERROR_EXITS, TagproofError } from '../base/errors.ts';
import { EXIT, type Exit } from './io/exits.ts';

/** Gives the exit code; `exec` gives that of the command of the user. */
type Runner<C extends CommandName> = (options: CommandOptions<C>, io: Io) => number | Promise<number>;

const RUNNERS: { readonly [C in CommandName]: () => Promise<Runner<C>> } = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  fuzz: async () => (await import('./commands/fuzz.ts')).fuzzCommand,
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand,
  exec: async () => (await import('./commands/exec.ts')).execCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  probe: async () => (await import('./commands/probe.ts')).probeCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  fixtures: async () => (await import('./commands/fixtures.ts')).fixturesCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand,
};

function commandOf<C extends CommandName>(name: C, io: Io, done: (exit: number) => void): Command {
  const row: CommandRow = COMMANDS[name];
  const { arguments: argumentRows = [], options = [], notes, examples = [] } = row;
  const command = new Command(name)
    .description(row.summary)
    .exitOverride()
    .allowExcessArguments(false)
    .showHelpAfterError('(see --help)')
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write });
  for (const each of argumentRows) command.addArgument(commanderArgument(each));
  for (const each of options) command.addOption(commanderOption(each));
  addReplacedOptions(command);
  if (row.runsAnother === true) command.passThroughOptions();
  if (notes !== undefined) command.addHelpText('after', notes);
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  return command.action(async () => {
    const { args, processedArgs } = command;
    const words = row.runsAnother === true ? [] : args;
    checkReadWords({ command: name, rows: options, options: command.opts(), arguments: words });
    const runner = await RUNNERS[name]();
    const own = Object.fromEntries(argumentRows.map(({ key }, at) => [key, processedArgs[at]]));
    done(await runner({ ...command.opts<CommandOptions<C>>(), ...own }, io));
  });
}

/** The program; `done` gets the exit code of the command that ran. Usage errors are thrown as CommanderError. */
function programFor(io: Io, done: (exit: number) => void): Command {
  const program = new Command('tagproof')
    .description('Does this backend speak the getTag protocol as its document says?')
    .version(VERSION)
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('(see --help)')
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write });
  for (const name of Object.keys(COMMANDS) as CommandName[]) program.addCommand(commandOf(name, io, done));
  addReplacedCommands(program);
  return program;
}

export { CommanderError };

// One use of the command line, from its words to its exit code.

function exitOfError(error: unknown, io: Io): Exit {
  if (error instanceof TagproofError) {
    io.err.write(`error: ${error.message}\n`);
    return ERROR_EXITS[error.code];
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err.write(`this is a fault of tagproof itself, please report it:\n${text}\n`);
  return EXIT.bug;
}

/** Runs the command that the words name. Never rejects. */
export async function runCli(outside: Outside): Promise<number> {
  const io = ioOver(outside);
  let exit: number = EXIT.ok;
  try {
    const program = programFor(io, (code) => (exit = code));
    await program.parseAsync([...io.argv], { from: 'user' });
  } catch (error) {
    return exitOfError(error, io);
  }
  return exit;
}
