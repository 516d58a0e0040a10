/** The options that several commands have, a row each, and the groups that go together. */
import { FAIL_ON_WORDS } from '../../report/gate/run-gates.ts';
import { REPORTER_ROWS } from '../../report/reporter-register.ts';
import type { OptionRow, OptionsOf } from './option.ts';
import {
  anyText,
  controlTokenOf,
  duration,
  hostName,
  MAX_SEED,
  numberOrAuto,
  percentage,
  rate,
  wholeNumber,
  wordsOf,
} from './values.ts';

const reportersHelp = Object.entries(REPORTER_ROWS)
  .map(([name, { description }]) => `${name}: ${description}`)
  .join('; ');

/** Adds these words to what always fails a run. */
const failOnWords = (words: readonly string[]) =>
  ({
    flags: '--fail-on <word>',
    help: `what fails the run, in addition to what always does: ${words.join(', ')}; repeat for several`,
    read: wordsOf(words),
    repeats: true,
  }) as const satisfies OptionRow;

export const SHARED = {
  target: {
    flags: '--target <url-or-file>',
    help: 'the backend: a base URL, or a target file; without it the embedded simulator',
  },
  world: {
    flags: '--world <file>',
    help: 'who and what exists behind the target: a world file in YAML or JSON',
    file: 'read',
  },
  concurrency: {
    flags: '--concurrency <n>',
    help: 'requests under way at once; auto: 16, and in a run up to 64 as long as the target answers as fast',
    read: numberOrAuto(1024),
    default: 'auto',
  },
  timeout: {
    flags: '--timeout <time>',
    help: 'how long one request may take: 500ms, 5s, 2m',
    read: duration,
    default: 5000,
    defaultText: '5s',
  },
  suite: {
    flags: '--suite <path>',
    help: 'a suite file or a folder of them; repeat for several',
    repeats: true,
  },
  only: {
    flags: '--only <glob>',
    help: 'run only these: a case id, clause or endpoint, with * for any characters; repeat for several',
    read: anyText,
    repeats: true,
  },
  skip: {
    flags: '--skip <glob>',
    help: 'leave these out; repeat for several',
    read: anyText,
    repeats: true,
  },
  quick: {
    flags: '--quick',
    help: 'each written case on one endpoint, dealt out over all, in about 1400 requests: for pull requests, not for a release',
  },
  reporter: {
    flags: '--reporter <name[=path]>',
    help: `${reportersHelp}; repeat for several`,
    read: anyText,
    repeats: true,
  },
  rate: { flags: '--rate <n>', help: 'at most this many requests per second', read: rate },
  waitForStart: {
    flags: '--wait-for-start <time>',
    help: 'wait until the target answers, for at most this time: 30s, 2m',
    read: duration,
    needs: '--target',
  },
  maxTime: {
    flags: '--max-time <time>',
    help: 'end after this time, whatever the command is at, and report what was seen: 30s, 2m',
    read: duration,
  },
  ignoreSetup: {
    flags: '--ignore-setup',
    help: 'go on where the target file does not fit the target (wrong key, absent player ...)',
  },
  save: {
    flags: '--save <folder>',
    help: 'write each failure as a suite file into this folder, for run --suite FOLDER',
  },
  seed: {
    flags: '--seed <n>',
    help: 'the same seed and the same target file: the same requests; without it a random one',
    read: wholeNumber(0, MAX_SEED),
  },
  failOn: failOnWords(FAIL_ON_WORDS),
  failOnComparison: failOnWords(['regression', 'difference']),
  minCoverage: {
    flags: '--min-coverage <percent>',
    help: 'exit code 1 where a smaller share of the must cells is verified: 95%',
    read: percentage,
  },
  baseline: {
    flags: '--baseline <file>',
    help: 'known findings: only new ones fail, and entries that no longer occur',
    file: 'read',
    madeBy: '--update-baseline',
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** How requests are sent to a target, and what is known about its world. */
const REACH = [SHARED.world, SHARED.concurrency, SHARED.timeout] as const;

/** The options of every command that reaches one target. */
export const TARGET = [SHARED.target, ...REACH] as const;

/** What holds a whole run, or the record of one. */
export const GATES = [
  SHARED.failOn,
  SHARED.minCoverage,
  SHARED.baseline,
  {
    flags: '--update-baseline',
    help: 'write the file of --baseline anew from this run: it keeps reasons and comments of what still occurs',
    needs: '--baseline',
  },
] as const satisfies readonly OptionRow[];

/** The options of every command that serves a simulator; `port`: where it listens without `--port`. */
export const simulatorOptions = (port: number) =>
  [
    {
      flags: '--world <file>',
      help: 'who and what exists: a world file in YAML or JSON',
      file: 'read',
    },
    {
      flags: '--state <file>',
      help: 'keep the world in this file: it is read at the start where it is there, and changes are saved',
      file: 'written',
    },
    {
      flags: '--watch',
      help: 'read world files and the dialect file again when they are saved; a faulty one is reported, and the world before it stays',
    },
    {
      flags: '--dialect <file>',
      help: 'a target file whose dialect the simulator speaks',
      file: 'read',
    },
    {
      flags: '--set <question=option>',
      help: 'one choice where the document is silent; repeat for several',
      read: anyText,
      repeats: true,
    },
    {
      flags: '--format <name>',
      help: 'how replies are formatted, where that changes nothing: shuffled, extra-fields, indented, escaped, charset, chunked, closing; repeat for several',
      read: anyText,
      repeats: true,
    },
    {
      flags: '--order <n>',
      help: 'another order of the checks; the same number, the same order',
      read: wholeNumber(0, 1_000_000),
    },
    {
      flags: '--host <address>',
      help: 'the address to listen on',
      read: hostName,
      default: '127.0.0.1',
    },
    {
      flags: '--port <n>',
      help: 'the port to listen on; 0: any free one',
      read: wholeNumber(0, 65_535),
      default: port,
    },
    {
      flags: '--control-token <token>',
      help: 'the token of the control API; without it that of TAGPROOF_CONTROL_TOKEN, or a generated one, which is printed',
      read: controlTokenOf,
      excludes: ['--no-control'],
    },
    {
      flags: '--control-host <name>',
      help: 'a host name by which the control API may be called, besides localhost and addresses; repeat for several',
      read: anyText,
      repeats: true,
      excludes: ['--no-control'],
    },
    { flags: '--no-control', help: 'serve no control API and no console' },
    {
      flags: '--cors-origin <origin>',
      help: 'an origin whose pages may read replies, besides those of localhost: https://game.example, https://*.game.example, null for files, * for all; repeat for several',
      read: anyText,
      repeats: true,
    },
    {
      flags: '--cert <file>',
      help: 'serve by TLS with this certificate, in PEM',
      needs: '--key',
    },
    {
      flags: '--key <file>',
      help: 'the private key of --cert, in PEM',
      needs: '--cert',
    },
    {
      flags: '--log <form>',
      help: 'a line for each request on standard error: text, json or none; without it text at a terminal, none elsewhere',
      choices: ['text', 'json', 'none'],
    },
    {
      flags: '--fault-header',
      help: 'let requests ask for a fault by the header Tagproof-Fault',
    },
  ] as const satisfies readonly OptionRow[];

export type GateOptions = OptionsOf<(typeof GATES)[number]>;
export type TargetWords = OptionsOf<(typeof TARGET)[number]>;
