/** The commands: a row each, with their arguments, options and examples. What runs them is in `program.ts`, loaded when it is used. */
import { CI_SYSTEMS } from '../init/init-answers.ts';
import type { ArgumentRow, ArgumentsOf, OptionRow, OptionsOf } from './option.ts';
import { GATES, SHARED, simulatorOptions, TARGET } from './option-register.ts';
import { anyText, duration, MAX_SEED, wholeNumber, wordsOf } from './values.ts';

export interface CommandRow {
  readonly summary: string;
  readonly arguments?: readonly ArgumentRow[];
  readonly options?: readonly OptionRow[];
  /** What its help says behind the options. */
  readonly notes?: string;
  /** Lines to copy, behind its help. A test checks their options. */
  readonly examples?: readonly string[];
  /** Its words are those of another command. */
  readonly runsAnother?: true;
}

const { target, suite, only, skip, reporter, rate, waitForStart, maxTime, ignoreSetup } = SHARED;

const MAX_REQUESTS = 1_000_000_000;
const MAX_ENTITIES = 10_000_000;
const SIMULATOR_PORT = 4020;
const ANY_PORT = 0;

const init = {
  summary: 'write a target file and a CI job to begin with; asks at a terminal, overwrites nothing',
  arguments: [{ key: 'url', word: '[url]', help: 'the base URL of the backend' }],
  options: [
    {
      flags: '--admin-key <variable>',
      help: 'the environment variable that holds a secret key of role Admin',
    },
    { flags: '--player-key <variable>', help: 'the same for a secret key of role Player' },
    { flags: '--player <userId>', help: 'the id of a player who exists' },
    {
      flags: '--token <variable>',
      help: 'the environment variable that holds the Auth-Token of this player',
    },
    { flags: '--ci <system>', help: 'the CI system to write a job for', choices: CI_SYSTEMS },
  ],
  examples: [
    'tagproof init https://staging.example.com/base',
    'tagproof init https://staging.example.com --admin-key STAGING_ADMIN_KEY --player playerann1 --ci github',
  ],
} as const satisfies CommandRow;

const run = {
  summary: 'run the conformance suite against a target, or against the embedded simulator',
  options: [
    ...TARGET,
    ...GATES,
    {
      flags: '--repeat <n>',
      help: 'run each case this many times; a mix of verdicts is flaky, never passed',
      read: wholeNumber(1, 100),
    },
    suite,
    only,
    skip,
    SHARED.quick,
    reporter,
    {
      flags: '--verbose',
      help: 'print each case that did not pass, in full, as it happens',
      conflicts: ['quiet'],
    },
    { flags: '--quiet', help: 'print the last screen alone' },
    rate,
    waitForStart,
    maxTime,
    {
      flags: '--watch',
      help: 'one screen: runs what changed and what failed whenever a suite file, the target file or the world file is saved; q quits',
      excludes: [
        '--reporter',
        '--verbose',
        '--quiet',
        '--quick',
        '--baseline',
        '--min-coverage',
        '--fail-on',
        '--max-time',
        '--exchanges',
      ],
    },
    { flags: '--fail-fast', help: 'end at the first case that fails' },
    {
      flags: '--exchanges <which>',
      help: 'which requests and replies the reports hold: failed: those of cases that did not pass; all (har: always)',
      choices: ['failed', 'all'],
      renamed: { telling: 'failed' },
    },
    ignoreSetup,
  ],
  examples: [
    'tagproof run                                      # against the embedded simulator',
    'tagproof run --target my-target.yaml --reporter junit=tagproof.xml',
    'tagproof run --target my-target.yaml --suite my-suite.yaml --watch',
    "tagproof run --target https://staging.example.com/base --only 'id/*' --only '*@group.admin'",
  ],
} as const satisfies CommandRow;

const fuzz = {
  summary: 'generate requests, judge every reply by the set of allowed ones, and shrink each failure',
  options: [
    ...TARGET,
    SHARED.seed,
    {
      flags: '--runs <n>',
      help: 'at most this many requests, counting those that check, confirm and shrink, but not those of the set-up check',
      read: wholeNumber(1, MAX_REQUESTS),
    },
    {
      flags: '--time <time>',
      help: 'end after this time, requests under way included: 30s, 2m; without the set-up check; 20s without --runs',
      read: duration,
    },
    maxTime,
    rate,
    waitForStart,
    {
      flags: '--only <glob>',
      help: 'only the properties that match (see --list); repeat for several',
      read: anyText,
      repeats: true,
    },
    {
      flags: '--skip <glob>',
      help: 'not the properties that match; repeat for several',
      read: anyText,
      repeats: true,
    },
    { flags: '--wire', help: 'allow malformed HTTP against targets that are not on loopback' },
    {
      flags: '--baseline <file>',
      help: 'known findings, which fail no run',
      file: 'read',
    },
    SHARED.save,
    reporter,
    ignoreSetup,
    { flags: '--list', help: 'list the properties and alterations instead' },
  ],
  examples: [
    'tagproof fuzz --target my-target.yaml --time 2m',
    'tagproof fuzz --target my-target.yaml --seed 7 --runs 5000 --save found',
    "tagproof fuzz --target my-target.yaml --only 'own-tags'",
  ],
} as const satisfies CommandRow;

const simulate = {
  summary: 'serve a world as a complete backend, for development and tests',
  options: [
    ...simulatorOptions(SIMULATOR_PORT),
    {
      flags: '--json',
      help: 'print one line of JSON when it is ready, for scripts',
      conflicts: ['quiet'],
    },
    { flags: '--quiet', help: 'print nothing but errors' },
  ],
  examples: [
    'tagproof simulate --port 0',
    'tagproof simulate --world my-world.yaml --set codes.returnCode=name',
    'tagproof simulate --dialect my-target.yaml      # answers as that backend does',
    'tagproof simulate --state my-state.json         # changes outlive it',
    'tagproof simulate --world my-world.yaml --watch # read again when it is saved',
    'tagproof simulate --cert cert.pem --key key.pem # by TLS',
    'tagproof simulate --log json 2> requests.ndjson # a line of JSON for each request',
    'tagproof simulate --port 0 --json               # one line for scripts',
  ],
} as const satisfies CommandRow;

const VARY = '--vary';

const exec = {
  summary: 'serve a world while a command runs, which finds its URL and credentials in its environment',
  arguments: [
    {
      key: 'command',
      word: '<command...>',
      help: 'the command and its words; put -- before it',
      read: anyText,
    },
  ],
  options: [
    ...simulatorOptions(ANY_PORT),
    { flags: '--quiet', help: 'do not print the warnings of the world, nor which duties clients broke' },
    {
      flags: '--fail-on <word>',
      help: 'client: exit code 1, though the command ends well, where its requests break what the document demands of a client',
      read: wordsOf(['client']),
      excludes: ['--vary'],
    },
    {
      flags: '--vary <what>',
      help: 'run the command once as it is, then once for each answer that the document permits (each), or for one: QUESTION=OPTION; the table says which of them breaks it',
      excludes: ['--state', '--watch', '--log', '--fail-on'],
    },
    { ...maxTime, needs: VARY },
    { flags: '--json', help: 'print one JSON document instead of the table', needs: VARY },
  ],
  runsAnother: true,
  notes: `
The command finds TAGPROOF_URL, TAGPROOF_CONTROL_URL, TAGPROOF_CONTROL_TOKEN, and each key and token of the world under
the variable that the world file names, else under its own name: ADMIN_KEY, ANN_TOKEN. exec ends with its exit code.`,
  examples: [
    'tagproof exec -- npm test',
    'tagproof exec --world my-world.yaml --dialect my-target.yaml -- ./run-game-tests.sh',
    'tagproof exec --fail-on client -- npm test                # green tests, wrong requests: red',
    'tagproof exec --vary each -- npm test                     # which permitted answer breaks the game',
    'tagproof exec --vary codes.returnCode=name -- npm test',
  ],
} as const satisfies CommandRow;

const judge = {
  summary:
    'judge recorded traffic (HAR, our own records, the journal of the simulator) as if it had been sent by us',
  arguments: [
    {
      key: 'files',
      word: '<file...>',
      help: 'HAR 1.2 files, records of runs, folders of them, or - for standard input; what they are shows in what they hold',
    },
  ],
  options: [
    {
      ...target,
      help: 'what is known of the backend: a target file, whose URL gives the base path, or a base URL; without it only what needs no knowledge is judged',
    },
    SHARED.world,
    {
      flags: '--server <url-or-path>',
      help: 'the base URL or base path of the operations as they were recorded: gateways add one; without it that of --target, else any',
    },
    {
      flags: '--fail-on <who>',
      help: 'whose findings fail: the replies of the backend, the requests of the client (what §4.1 to §4.3 ask of it), or both; those of the other warn',
      choices: ['backend', 'client', 'both'],
      default: 'backend',
    },
    {
      flags: '--masked-copy <file>',
      help: 'write the recording again without its secrets: declared ones, those in Secret-Key and Auth-Token, and whatever is named for a credential',
      file: 'written',
    },
    {
      ...SHARED.save,
      help: 'write of each cause the first exchange on each endpoint as a suite file into this folder',
    },
    SHARED.baseline,
    reporter,
  ],
  examples: [
    'tagproof judge traffic.har',
    'tagproof judge traffic.har --target my-target.yaml --server /gateway/base',
    'tagproof judge traffic.har --masked-copy to-share.har',
    'tagproof judge recordings --world my-world.yaml --reporter junit=judged.xml',
  ],
} as const satisfies CommandRow;

const probe = {
  summary: 'find out what a backend chose where the document is silent, and learn facts about its world',
  options: [
    ...TARGET,
    suite,
    rate,
    waitForStart,
    {
      flags: '--write',
      help: 'add the answers and the facts to the target file, keeping its comments and order',
    },
    { flags: '--json', help: 'print one JSON document instead of text' },
  ],
  examples: [
    'tagproof probe --target my-target.yaml --write',
    'tagproof probe --target my-target.yaml --json',
  ],
} as const satisfies CommandRow;

const report = {
  summary: 'write reports from the record of a run, or print one case of it',
  arguments: [{ key: 'record', word: '<events.ndjson>', help: 'what --reporter ndjson=FILE wrote' }],
  options: [
    reporter,
    {
      flags: '--case <id>',
      help: 'print this case alone: its findings, every recorded request and reply, and curl lines; * for any characters',
      read: anyText,
      excludes: ['--reporter'],
    },
  ],
  examples: [
    'tagproof report events.ndjson --reporter html=report.html',
    'tagproof report events.ndjson --case id/one-short@group.client',
  ],
} as const satisfies CommandRow;

const explain = {
  summary: 'say what a case, a clause, a question, a code or a choice of --vary is',
  arguments: [{ key: 'name', word: '<name>', help: 'its id' }],
  options: [suite],
  examples: [
    'tagproof explain 7.3/string-min-length',
    'tagproof explain id/one-short',
    'tagproof explain tagKeys.effect',
  ],
} as const satisfies CommandRow;

const list = {
  summary: 'list the cases with their clauses',
  options: [
    suite,
    { ...only, excludes: ['--lint'] },
    { ...skip, excludes: ['--lint'] },
    {
      flags: '--cells',
      help: 'list each clause on each endpoint instead, with the cases that check it, or why no reply shows it',
      excludes: ['--lint'],
    },
    {
      flags: '--lint',
      help: 'say what is wrong with the suite instead, in the world of --world or --target',
    },
    { ...target, help: 'with --lint: the target whose world must serve the cases', needs: '--lint' },
    { ...SHARED.world, needs: '--lint' },
  ],
  examples: [
    "tagproof list --only '7.3'",
    "tagproof list --only '*@group.*'",
    'tagproof list --lint --suite my-cases.yaml --target my-target.yaml',
  ],
} as const satisfies CommandRow;

const compare = {
  summary:
    'show which cases a candidate answers otherwise than base: regressions, repairs, other differences',
  arguments: [
    {
      key: 'base',
      word: '<base>',
      help: 'the record of a run (*.ndjson), or a target file or a base URL, which is run first',
    },
    { key: 'candidate', word: '<candidate>', help: 'the same, of its replacement' },
  ],
  options: [
    SHARED.concurrency,
    SHARED.timeout,
    suite,
    only,
    skip,
    rate,
    maxTime,
    ignoreSetup,
    SHARED.failOnComparison,
    { flags: '--json', help: 'print one JSON document instead of text' },
  ],
  examples: [
    'tagproof compare before.ndjson after.ndjson',
    'tagproof compare live.yaml next.yaml --fail-on difference',
  ],
} as const satisfies CommandRow;

/** A number of something in a generated world. */
const count = <F extends string>(flags: F, help: string, max = MAX_ENTITIES) =>
  ({ flags, help, read: wholeNumber(0, max) }) as const satisfies OptionRow;

const fixtures = {
  summary:
    'generate a world of any size for the simulator, around the one that comes with tagproof: believable, always the same for the same seed',
  options: [
    {
      flags: '--out <file>',
      help: 'write the world here: .yaml to read and edit, .json for large ones; without it, it is printed',
      file: 'written',
    },
    count(
      '--players <n>',
      'how many players, with half as many characters and a tenth as many groups; 1000 where it is left out',
    ),
    count('--seed <n>', 'another seed makes another world; 1 where it is left out', MAX_SEED),
  ],
  examples: [
    'tagproof fixtures --players 200 --out world.yaml',
    'tagproof fixtures --players 1000000 --seed 7 --out world.json',
    'tagproof simulate --world world.json',
  ],
} as const satisfies CommandRow;

const openapi = {
  summary: 'print an OpenAPI 3.1 description of the nine operations, to generate clients from',
  options: [],
  examples: [
    'tagproof openapi > getTag.yaml',
    'npx openapi-typescript@7 getTag.yaml -o getTag.d.ts          # types for openapi-fetch',
  ],
} as const satisfies CommandRow;

/** In the order of the help. */
export const COMMANDS = {
  init,
  run,
  fuzz,
  simulate,
  exec,
  judge,
  probe,
  report,
  explain,
  list,
  compare,
  fixtures,
  openapi,
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof COMMANDS;

type RowsIn<R, K extends string> = R extends { readonly [_ in K]: readonly (infer Row)[] } ? Row : never;

/** What the command gets: its options and arguments by their names. */
export type CommandOptions<C extends CommandName> = OptionsOf<
  Extract<RowsIn<(typeof COMMANDS)[C], 'options'>, OptionRow>
> &
  ArgumentsOf<Extract<RowsIn<(typeof COMMANDS)[C], 'arguments'>, ArgumentRow>>;

/** Those of `simulate`; `exec` has them, too, but for what is printed. */
export type SimulateOptions = CommandOptions<'simulate'>;
