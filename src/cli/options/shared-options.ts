/** Options that several commands have. */
import { Option, type Command } from 'commander';
import { duration } from './duration.ts';
import { gather, MOST_SEED, rate, wholeNumber } from './numbers.ts';
import { gatherNamed, named } from './paths.ts';
import { worldOption } from './world-option.ts';

const DEFAULT_TIMEOUT_MS = 5000;
const DEFAULT_CONCURRENCY = 16;
const MOST_CONCURRENCY = 1024;

export const suiteOption = (): Option =>
  new Option('--suite <path>', 'a suite file or a folder of them; repeat for several').argParser(gatherNamed);
export const onlyOption = (): Option =>
  new Option(
    '--only <glob>',
    'run only these: a case id, clause or endpoint, with * for any characters; repeat for several',
  ).argParser(gather);
export const skipOption = (): Option =>
  new Option('--skip <glob>', 'leave these out; repeat for several').argParser(gather);

/** How requests are sent to a target, and what is known about its world. */
export function withReach(command: Command): Command {
  return command
    .addOption(worldOption())
    .option(
      '--concurrency <n>',
      'requests under way at once',
      wholeNumber(1, MOST_CONCURRENCY),
      DEFAULT_CONCURRENCY,
    )
    .addOption(
      new Option('--timeout <time>', 'how long one request may take: 500ms, 5s, 2m')
        .argParser(duration)
        .default(DEFAULT_TIMEOUT_MS, '5s'),
    );
}

/** The options of every command that reaches a target; `without`: what it reaches where none is named. */
export function withTarget(command: Command, without = 'the embedded simulator'): Command {
  return withReach(
    command.option(
      '--target <url-or-file>',
      `the backend: a base URL, or a target file; without it ${without}`,
      named,
    ),
  );
}

export const rateOption = (): Option =>
  new Option('--rate <n>', 'at most this many requests per second').argParser(rate);

export const waitForStartOption = (): Option =>
  new Option(
    '--wait-for-start <time>',
    'wait until the target answers, for at most this time: 30s, 2m',
  ).argParser(duration);

export const ignoreSetupOption = (): Option =>
  new Option(
    '--ignore-setup',
    'go on where the target file does not fit the target (wrong key, absent player ...)',
  );

export const seedOption = (): Option =>
  new Option(
    '--seed <n>',
    'the same seed and the same target file: the same requests; without it a random one',
  ).argParser(wholeNumber(0, MOST_SEED));
export const saveCaseOption = (): Option =>
  new Option('--save-case <dir>', 'write each failure as a suite file into this folder').argParser(named);

export const maxTimeOption = (): Option =>
  new Option(
    '--max-time <time>',
    'end after this time, whatever the command is at, and report what was seen: 30s, 2m',
  ).argParser(duration);
