/** The commands: a row each, with their arguments, options and examples. What runs them is in `program.ts`, loaded when it is used. */
import { CI_SYSTEMS } from '../init/init-answers.ts';
import { grouped, option, type OptionRows, type ValuesOf } from './option.ts';
import { EVERYDAY, GATES, SENDING, SENT, simulatorOptions } from './option-register.ts';
import * as read from './values.ts';

export interface CommandRow {
  readonly summary: string;
  /** By their names. One that an option has, too, is another way to give that. */
  readonly arguments?: OptionRows;
  readonly options?: OptionRows;
  /** Where it names no target, that is `tagproof.yaml` of this folder, if it is there. */
  readonly findsTarget?: true;
  /** Its words are those of another command. */
  readonly runsAnother?: true;
  /** A command of the user may stand behind --. */
  readonly commandBehind?: true;
  /** What its help says behind the options. */
  readonly notes?: string;
  /** Lines to copy, behind its help. A test checks their options. */
  readonly examples: readonly string[];
}

const { target, world, suite, only, skip, reporter, quiet, json, save, seed } = EVERYDAY;
const BACKEND = { target, world };
const CASES = { suite, only, skip };
const { maxTime: _, ignoreSetup: __, ...OF_PROBE } = SENT;
const TARGET = option(
  '[url|file]',
  'a base URL, a target file, or simulator; without it tagproof.yaml of this folder, else the simulator',
  read.targetWord,
);
const SIDE = 'the record of a run (*.ndjson), or a target file or a base URL, which is run first';
const COUNT = read.wholeNumber(0, 10_000_000);
const WATCHED = [
  'reporter',
  'verbose',
  'quiet',
  'quick',
  'lastFailed',
  'baseline',
  'minCoverage',
  'failOn',
  'maxTime',
  'exchanges',
];
const { port, ...simulator } = simulatorOptions('4020');
const failOnWho = option(
  '--fail-on <who>',
  'whose findings: backend, client or both',
  read.oneOf('backend', 'client', 'both'),
  { default: 'backend' },
);

/** In the order of the help. */
export const COMMANDS = {
  init: {
    summary: 'write a target file and a CI job to begin with; asks at a terminal, overwrites nothing',
    arguments: { url: option('[url]', 'the base URL of the backend') },
    options: {
      adminKey: option('--admin-key <variable>', 'the environment variable with a secret key of role Admin'),
      playerKey: option('--player-key <variable>', 'the same for a secret key of role Player'),
      player: option('--player <userId>', 'the id of a player who exists'),
      token: option('--token <variable>', 'the environment variable with the Auth-Token of this player'),
      ci: option(
        '--ci <system>',
        `a job for this CI system: ${CI_SYSTEMS.join(', ')}`,
        read.oneOf(...CI_SYSTEMS),
      ),
    },
    examples: [
      'tagproof init https://staging.example.com/base',
      'tagproof init https://staging.example.com --admin-key STAGING_ADMIN_KEY --player playerann1 --ci github',
    ],
  },
  run: {
    summary: 'run the conformance suite against a backend, or against the simulator',
    arguments: { target: TARGET },
    findsTarget: true,
    options: {
      ...BACKEND,
      ...CASES,
      quick: option('--quick', 'each written case on one endpoint: some 1,500 requests'),
      lastFailed: option(
        '--last-failed',
        'only the cases that did not pass in the last run here',
        undefined,
        { conflicts: ['quick'] },
      ),
      reporter,
      verbose: option('-v, --verbose', 'print each case that did not pass, as it happens', undefined, {
        conflicts: ['quiet'],
      }),
      quiet,
      watch: option('--watch', 'one screen: runs again what changed and what failed', undefined, {
        conflicts: WATCHED,
      }),
      ...GATES,
      ...grouped('What fails the run:', {
        repeat: option(
          '--repeat <n>',
          'run each case this many times: mixed verdicts are flaky',
          read.wholeNumber(1, 100),
        ),
      }),
      ...SENT,
      exchanges: option(
        '--exchanges <which>',
        'what reports hold: failed cases, or all',
        read.oneOf('failed', 'all'),
        { group: 'Records:' },
      ),
    },
    examples: [
      'tagproof run                                  # tagproof.yaml of this folder, else the simulator',
      'tagproof run my-target.yaml -o report.html -o junit=tagproof.xml',
      'tagproof run --last-failed                    # what did not pass, once it is mended',
      "tagproof run https://staging.example.com/base --only 'id/*' --only '*@group.admin'",
    ],
  },
  fuzz: {
    summary: 'generate requests, judge every reply by the set of allowed ones, and shrink each failure',
    arguments: { target: TARGET },
    findsTarget: true,
    options: {
      ...BACKEND,
      time: option('--time <time>', 'end after this time: 30s, 2m; 20s without --runs', read.duration),
      runs: option('--runs <n>', 'at most this many requests', read.wholeNumber(1, 1_000_000_000)),
      seed,
      only: { ...only, help: 'only these properties (--help properties)' },
      skip,
      save,
      reporter,
      baseline: { ...GATES.baseline, help: 'known findings, which fail no run' },
      ...SENT,
      wire: option('--wire', 'allow malformed HTTP beyond this machine', undefined, { group: SENDING }),
    },
    examples: [
      'tagproof fuzz my-target.yaml --time 2m',
      'tagproof fuzz my-target.yaml --seed 7 --runs 5000 --save found',
      "tagproof fuzz my-target.yaml --only 'own-tags'",
    ],
  },
  simulate: {
    summary: 'serve a world as a complete backend, for development and tests',
    arguments: { port: option('[port]', port.help, port.read) },
    options: {
      port,
      ...simulator,
      json: { ...json, help: 'print one line of JSON when it is ready, for scripts', conflicts: ['quiet'] },
      quiet: { ...quiet, help: 'print nothing but errors' },
    },
    examples: [
      'tagproof simulate 8080',
      'tagproof simulate --world my-world.yaml --dialect codes.returnCode=name',
      'tagproof simulate --dialect my-target.yaml    # answers as that backend does',
      'tagproof simulate 0 --json                    # one line for scripts',
    ],
  },
  exec: {
    summary: 'serve a world while a command runs, which finds its URL and credentials in its environment',
    arguments: {
      command: option('<command...>', 'the command and its words; put -- before it', read.anyText),
    },
    runsAnother: true,
    options: {
      ...simulatorOptions('0'),
      quiet: { ...quiet, help: 'print no warnings' },
      failOn: option(
        '--fail-on <word>',
        'client: exit code 1 where its requests are wrong',
        read.someOf('client'),
        { conflicts: ['vary'] },
      ),
      vary: option(
        '--vary <what>',
        'run it with each answer that a backend may give: each, or question=option',
        read.notEmpty,
        {
          conflicts: ['state', 'watch', 'log'],
        },
      ),
      maxTime: option('--max-time <time>', 'end after this time', read.duration, { needs: 'vary' }),
      json: { ...json, needs: 'vary' },
    },
    notes: `
The command finds TAGPROOF_URL, TAGPROOF_CONTROL_URL, TAGPROOF_CONTROL_TOKEN, and each key and token of the world under
the variable that the world file names, else under its own name: ADMIN_KEY, ANN_TOKEN. exec ends with its exit code.`,
    examples: [
      'tagproof exec -- npm test',
      'tagproof exec --world my-world.yaml --dialect my-target.yaml -- ./run-game-tests.sh',
      'tagproof exec --fail-on client -- npm test    # also fails when tests pass and requests are wrong',
      'tagproof exec --vary each -- npm test         # allowed answers that break your game',
    ],
  },
  judge: {
    summary: 'judge recorded traffic (HAR, or an entry of one in each line) as if tagproof had sent it',
    arguments: {
      files: option('<file...>', 'recordings: HAR, or an entry of one in each line', read.anyText),
    },
    options: {
      target: { ...target, help: 'what is known of the backend; its URL gives the base path' },
      world,
      server: option('--server <url|path>', 'the base URL or path as recorded: gateways add one'),
      failOn: failOnWho,
      maskedCopy: option(
        '--masked-copy <file>',
        'write the recording again without its secrets',
        read.notEmpty,
        { writes: true },
      ),
      baseline: GATES.baseline,
      reporter,
    },
    examples: [
      'tagproof judge traffic.har',
      'tagproof judge traffic.har --target my-target.yaml --server /gateway/base',
      'tagproof judge traffic.har --masked-copy to-share.har',
    ],
  },
  proxy: {
    summary: 'stand between a game and its backend, and say live which side breaks the document',
    arguments: { target: { ...TARGET, help: 'the base URL of the backend, or a target file' } },
    findsTarget: true,
    commandBehind: true,
    options: {
      ...BACKEND,
      port,
      host: simulator.host,
      record: option('--record <file>', 'add each exchange to this file, for judge', read.notEmpty, {
        writes: true,
      }),
      failOn: failOnWho,
      reporter,
    },
    notes: `
It ends with Ctrl-C, or with the command behind --, which finds the URL of the proxy in TAGPROOF_URL.`,
    examples: [
      'tagproof proxy https://staging.example.com/base',
      'tagproof proxy my-target.yaml --record traffic.ndjson',
      'tagproof proxy my-target.yaml --fail-on both -- npm test',
    ],
  },
  probe: {
    summary: 'find out what a backend chose where the document is silent, and learn facts about its world',
    arguments: { target: TARGET },
    findsTarget: true,
    options: {
      ...BACKEND,
      suite,
      write: option('--write', 'add what it shows to the target file; comments and order stay'),
      json,
      ...OF_PROBE,
    },
    examples: ['tagproof probe my-target.yaml --write', 'tagproof probe my-target.yaml --json'],
  },
  report: {
    summary: 'write reports from the record of a run, or print one case of it',
    arguments: {
      record: option(
        '[events.ndjson]',
        'what --reporter ndjson=FILE wrote; without it the last run in this folder',
        read.notEmpty,
      ),
    },
    options: {
      reporter,
      case: option('--case <id>', 'print this case alone, with every recorded request', read.anyText, {
        conflicts: ['reporter'],
      }),
    },
    examples: [
      'tagproof report --case id/one-short@group.client    # of the last run in this folder',
      'tagproof report events.ndjson -o report.html',
    ],
  },
  explain: {
    summary: 'say in plain English what a case, a clause, a code, a question or a choice of --vary is',
    arguments: { name: option('<name>', 'its id') },
    options: { suite },
    examples: [
      'tagproof explain 7.3/string-min-length',
      'tagproof explain id/one-short',
      'tagproof explain tagKeys.effect',
    ],
  },
  list: {
    summary: 'list the cases with their clauses',
    arguments: { target: option('[url|file]', 'with --lint: the target', read.targetWord) },
    options: {
      ...CASES,
      failed: option('--failed', 'only those that failed, warned or errored in the last run here'),
      cells: option('--cells', 'each clause on each endpoint instead, with the cases that check it'),
      lint: option('--lint', 'what is wrong with the suite instead, and what the target lacks', undefined, {
        conflicts: ['only', 'skip', 'failed', 'cells'],
      }),
      target: { ...target, help: 'with --lint: the target whose world must serve the cases', needs: 'lint' },
      world: { ...world, needs: 'lint' },
    },
    examples: [
      "tagproof list --only '*@group.*'",
      'tagproof list --failed                        # of the last run in this folder',
      'tagproof list --lint my-target.yaml --suite my-cases.yaml',
    ],
  },
  compare: {
    summary: 'show which cases the candidate answers differently: regressions, repairs, other differences',
    arguments: {
      base: option('<base>', SIDE, read.sideWord),
      candidate: option('<candidate>', 'the same of the new release', read.sideWord),
    },
    options: {
      ...CASES,
      json,
      failOn: option('--fail-on <words>', 'regression, difference', read.someOf('regression', 'difference'), {
        repeats: true,
      }),
      ...SENT,
    },
    examples: [
      'tagproof compare before.ndjson after.ndjson',
      'tagproof compare live.yaml next.yaml --fail-on difference',
    ],
  },
  fixtures: {
    summary: 'generate a world of any size for the simulator, around the shipped one',
    arguments: {
      players: option(
        '[players]',
        'this many players, half as many characters, a tenth as many groups',
        COUNT,
        {
          default: '1000',
        },
      ),
    },
    options: {
      out: option('-o, --out <file>', 'write it here: .yaml, or .json for large ones', read.notEmpty, {
        writes: true,
      }),
      seed: option('--seed <n>', 'another seed, another world', read.wholeNumber(0, read.MAX_SEED), {
        default: '1',
      }),
    },
    examples: ['tagproof fixtures 200 --out world.yaml', 'tagproof simulate --world world.yaml'],
  },
  openapi: {
    summary: 'print an OpenAPI 3.1 description of the nine operations, to generate clients from',
    examples: ['tagproof openapi > getTag.yaml', 'npx openapi-typescript@7 getTag.yaml -o getTag.d.ts'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof COMMANDS;

type Part<C extends CommandName, K extends string> = (typeof COMMANDS)[C] extends {
  readonly [_ in K]: infer R;
}
  ? R
  : object;

/** What the command gets: its options and arguments by their names. */
export type CommandOptions<C extends CommandName> = ValuesOf<Part<C, 'options'>> &
  ValuesOf<Part<C, 'arguments'>>;

/** Those of `simulate`; `exec` has them, too, but for what is printed. */
export type SimulateOptions = CommandOptions<'simulate'>;
