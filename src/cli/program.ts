/** The command line as commander reads it, made of the table of commands; what runs a command is loaded when it is used. */
import { existsSync } from 'node:fs';
import { Command, CommanderError, Help, type Option } from 'commander';
import { ERROR_EXITS, TagproofError } from '../base/errors.ts';
import { ownDrafts } from '../base/file-in-place.ts';
import { didYouMean, suggest } from '../base/text/nearest.ts';
import { VERSION } from '../base/version.ts';
import { REPORTER_ROWS } from '../report/reporter-register.ts';
import { REPORTER_FILES, type ReporterName } from '../world/target-file/report-word.ts';
import { EXIT } from './io/exits.ts';
import { type Io, ioOver, type Outside } from './io/io.ts';
import {
  type CommandName,
  type CommandOptions,
  type CommandRow,
  COMMANDS,
} from './options/command-register.ts';
import { commanderArgument, commanderOption } from './options/option.ts';
import { flagOf, refuseIgnored, refuseOverwriting, type Values } from './options/option-checks.ts';
import { REPLACED } from './options/replaced.ts';
import { TARGET_FILE } from './options/values.ts';

/** Gives the exit code; `exec` gives that of the command of the user. */
type Runner<C extends CommandName> = (options: CommandOptions<C>, io: Io) => number | Promise<number>;

const RUNNERS: { readonly [C in CommandName]: () => Promise<Runner<C>> } = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  fuzz: async () => (await import('./commands/fuzz.ts')).fuzzCommand,
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand,
  exec: async () => (await import('./commands/exec.ts')).execCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  proxy: async () => (await import('./commands/proxy.ts')).proxyCommand,
  probe: async () => (await import('./commands/probe.ts')).probeCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  fixtures: async () => (await import('./commands/fixtures.ts')).fixturesCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand,
};

type Start = (name: CommandName, values: Values, io: Io) => Promise<number>;

const runNamed: Start = async (name, values, io) =>
  ((await RUNNERS[name]()) as Runner<CommandName>)(values as never, io);

/** What `--help WORD` says in place of the options. */
const TOPICS: ReadonlyMap<string, () => Promise<string>> = new Map([
  [
    'reporters',
    async () =>
      `Reports: -o NAME=FILE, or -o FILE, whose ending says which; -o NAME alone goes to standard output\n\n${Object.entries(
        REPORTER_FILES,
      )
        .map(
          ([name, file]) =>
            `  -o ${name}=${file}\n      ${REPORTER_ROWS[name as ReporterName].description}\n`,
        )
        .join('')}`,
  ],
  ['properties', async () => (await import('./fuzz/fuzz-choices.ts')).fuzzList()],
]);

/** What a user may have meant who names a URL and a file. */
const ONE_FILE = '\none file checks any URL: with target: ${env:NAME} in it, set NAME';

const GONE =
  'the working folder is gone, or may not be entered\nchange to a folder that is there (cd), and run it again';

/** What a command gets of its words. Throws where they contradict each other. */
function valuesOf(name: CommandName, command: Command): Values {
  const { arguments: args = {}, options: rows = {}, findsTarget }: CommandRow = COMMANDS[name];
  const values: Record<string, unknown> = command.opts();
  for (const [at, key] of Object.keys(args).entries()) {
    const value: unknown = command.processedArgs[at];
    if (value === undefined) continue;
    if (command.getOptionValueSource(key) === 'cli')
      throw new TagproofError(
        'usage',
        `${name}: the ${key} is named twice; leave --${key} out${key === 'target' ? ONE_FILE : ''}`,
      );
    values[key] = value;
  }
  // That of the last run, where its cases run again.
  const isKnown = values['target'] !== undefined || values['lastFailed'] === true;
  if (findsTarget === true && !isKnown && existsSync(TARGET_FILE)) values['target'] = TARGET_FILE;
  refuseIgnored(name, rows, values);
  const { command: _, ...own } = values;
  refuseOverwriting(rows, own);
  return values;
}

/** The program; `done` gets the exit code of the command that ran. Usage errors are thrown, and not yet written. */
function programFor(io: Io, topic: string | undefined, start: Start, done: (exit: number) => void): Command {
  const output = { writeOut: io.out.write, writeErr: io.err.write, outputError: () => {} };
  const program = new Command('tagproof')
    .description('Does this backend speak the getTag protocol as its document says?')
    .version(VERSION)
    .exitOverride()
    .enablePositionalOptions()
    .configureHelp({
      formatHelp: (self, helper) => topic ?? Help.prototype.formatHelp.call(helper, self, helper),
    })
    .configureOutput(output);
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const row: CommandRow = COMMANDS[name];
    const command = program
      .command(name)
      .description(row.summary)
      .allowExcessArguments(false)
      .passThroughOptions(row.runsAnother === true)
      .configureHelp({
        formatHelp: (self, helper) =>
          topic ??
          `${Help.prototype.formatHelp.call(helper, self, helper)}${row.notes ?? ''}\nExamples:\n${row.examples.map((line) => `  ${line}\n`).join('')}`,
      });
    for (const each of Object.values(row.arguments ?? {})) command.addArgument(commanderArgument(each));
    for (const each of Object.values(row.options ?? {})) command.addOption(commanderOption(each));
    command.action(async () => done(await start(name, valuesOf(name, command), io)));
  }
  return program;
}

/** What a word too many was probably meant as. */
function meantByExtra(word: string, options: readonly Option[], row: CommandRow): string | undefined {
  const flags = options.flatMap(({ long }) => long ?? []);
  if (/^[–—]/.test(word)) return didYouMean(word.replace(/^[–—]+/, '--'), flags);
  if (row.commandBehind === true) return 'put -- before a command';
  const isWorld = row.options?.['world'] !== undefined && /\.(?:ya?ml|json)$/.test(word);
  return isWorld ? `a world file is named by --world ${word}` : undefined;
}

/** The sentence for a word that the version before had, or that is nearly right; else what commander says. */
function usageText(
  { code, message }: CommanderError,
  program: Command,
  [name = '', ...words]: readonly string[],
): string {
  const command = program.commands.find((each) => each.name() === name);
  const unknown = code === 'commander.unknownOption' ? command?.parseOptions([...words]).unknown[0] : name;
  const [flag = '', value] = unknown?.split(/=(.*)/s) ?? [];
  const sentence = REPLACED.get(flag);
  const isUnknown = code === 'commander.unknownOption' || code === 'commander.unknownCommand';
  if (isUnknown && sentence !== undefined) return `error: ${sentence}`;
  if (command === undefined) return `${message}\n(see tagproof --help)`;
  const row: CommandRow = COMMANDS[name as CommandName];
  const help = `see tagproof ${name} --help`;
  const example = `${help}; for instance: ${row.examples[0]?.replace(/ +#.*/, '')}`;
  if (value !== undefined && command.options.some(({ long }) => long === flag))
    return `error: ${flag} takes no value\nwrite ${flag}, or leave it out`;
  if (code === 'commander.excessArguments') {
    const extra = command.args[command.registeredArguments.length] ?? '';
    const meant = meantByExtra(extra, command.options, row) ?? example;
    return `error: ${name}: a word too many: ${JSON.stringify(extra)}\n${meant}`;
  }
  return `${message}\n${code === 'commander.unknownOption' && !message.includes('Did you') ? example : help}`;
}

/** Refuses a word for help that there is none for, and an option with one dash in place of two. */
function refuseMisspelt([name = '', ...words]: readonly string[], row: CommandRow | undefined): void {
  const topics = [...Object.keys(COMMANDS), ...TOPICS.keys()];
  const wanted = words[name === 'help' || isHelp(name) ? 0 : words.findIndex(isHelp) + 1];
  const isAsked = name === 'help' || isHelp(name) || isHelp(words[0] ?? '');
  const isWord = wanted !== undefined && !wanted.startsWith('-') && !topics.includes(wanted);
  if (isAsked && isWord && (name === 'help' || didYouMean(wanted, TOPICS.keys()) !== undefined))
    throw new TagproofError(
      'usage',
      `there is no help for ${JSON.stringify(wanted)}\n${suggest(wanted, topics, 'there is some for') ?? ''}`,
    );
  if (row === undefined || row.runsAnother === true) return;
  const flags = new Set(Object.values(row.options ?? {}).map(flagOf));
  const single = words.find((word) => flags.has(`-${word.replace(/=.*/s, '')}`));
  if (single !== undefined)
    throw new TagproofError('usage', `${single}: an option has two dashes\nwrite -${single}`);
}

/** No line of an error is longer: what a user gave may be any text. */
const COLUMNS_AT_MOST = 1000;
const bounded = (text: string): string =>
  text.replaceAll(new RegExp(`^(.{${COLUMNS_AT_MOST}}).+$`, 'gm'), '$1…');

/** The exit code of what went wrong, which it writes. */
function exitOfError(error: unknown, { err }: Io, usage: (error: CommanderError) => string): number {
  if (error instanceof CommanderError) {
    if (error.code.startsWith('commander.help') || error.exitCode === 0) return error.exitCode && EXIT.usage;
    err.write(`${bounded(usage(error))}\n`);
    return EXIT.usage;
  }
  // Node.js says it at the first relative path.
  const isNowhere = (error as { readonly syscall?: unknown }).syscall === 'uv_cwd';
  const known = isNowhere ? new TagproofError('file', GONE) : error;
  if (known instanceof TagproofError) {
    err.write(`error: ${bounded(known.message)}\n`);
    return ERROR_EXITS[known.code];
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`this is a fault of tagproof itself, please report it:\n${text}\n`);
  return EXIT.bug;
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** The row of the command that is named first. */
const rowOf = (name: string = ''): CommandRow | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name as CommandName] : undefined;

/** The words of tagproof, not those of a command that may stand behind them. */
function ownWords(argv: readonly string[]): string[] {
  const end = rowOf(argv[0])?.commandBehind === true ? argv.indexOf('--') : -1;
  return argv.slice(0, end === -1 ? argv.length : end);
}

/** Runs the command that the words name; `start`: tests see how it was read. Never rejects. */
export async function runCli(outside: Outside, start: Start = runNamed): Promise<number> {
  const io = ioOver(outside);
  ownDrafts(io);
  const { argv } = io;
  let exit: number = EXIT.ok;
  const topic = await TOPICS.get(argv[argv.findIndex(isHelp) + 1] ?? '')?.();
  const program = programFor(io, topic, start, (code) => (exit = code));
  try {
    const words = ownWords(argv);
    refuseMisspelt(words, rowOf(words[0]));
    await program.parseAsync(words, { from: 'user' });
    return exit;
  } catch (error) {
    return exitOfError(error, io, (wrong) => usageText(wrong, program, argv));
  }
}
