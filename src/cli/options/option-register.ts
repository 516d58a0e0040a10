/** The options that several commands have, a row each, and the groups that go together. */
import { FAIL_ON_WORDS } from '../../world/target-file/fail-on-words.ts';
import { grouped, option, type ValuesOf } from './option.ts';
import * as read from './values.ts';

/** What people give every day. */
export const EVERYDAY = {
  target: option('-t, --target <url|file>', 'the same as the first word', read.targetWord),
  world: option('--world <file>', 'who and what exists behind the target', read.worldWord),
  suite: option(
    '--suite <path>',
    'your own cases in place of the suite: a file, or a folder; shipped: the suite, too',
    read.suiteWord,
    {
      repeats: true,
    },
  ),
  only: option('--only <glob>', 'only these cases: id, clause or endpoint; * for any text', read.glob, {
    repeats: true,
  }),
  skip: option('--skip <glob>', 'all but these', read.glob, { repeats: true }),
  reporter: option(
    '-o, --reporter <name=file>',
    'a report (--help reporters): report.html, junit=x.xml',
    read.reportWord,
    { repeats: true },
  ),
  quiet: option('-q, --quiet', 'print the last screen alone'),
  json: option('--json', 'print one JSON document instead of text'),
  save: option('--save <folder>', 'write each failure as a case there, for run --suite FOLDER'),
  seed: option('--seed <n>', 'the same seed, the same requests', read.wholeNumber(0, read.MAX_SEED)),
};

export const SENDING = 'How requests are sent:';

/** How requests are sent to a target. */
export const SENT = grouped(SENDING, {
  concurrency: option('--concurrency <n>', 'requests at once; auto: 16 to 64', read.numberOrAuto(1024), {
    default: 'auto',
  }),
  timeout: option('--timeout <time>', 'how long a reply may take: 500ms, 5s', read.duration, {
    default: '5s',
  }),
  rate: option('--rate <n>', 'at most this many requests a second', read.rate),
  maxTime: option('--max-time <time>', 'end after this time, and report what was seen', read.duration),
  waitForStart: option('--wait-for-start <time>', 'wait this long for the first reply', read.duration, {
    needs: 'target',
  }),
  ignoreSetup: option('--ignore-setup', 'judge although the target file does not fit'),
});

/** What makes a run red, besides a broken must. */
export const GATES = grouped('What fails the run:', {
  failOn: option(
    '--fail-on <words>',
    `also fail for: ${FAIL_ON_WORDS.join(', ')}`,
    read.someOf(...FAIL_ON_WORDS),
    {
      repeats: true,
    },
  ),
  minCoverage: option(
    '--min-coverage <percent>',
    'fewer verified must cells than this: 95%',
    read.percentage,
  ),
  baseline: option('--baseline <file>', 'known findings: only new ones and stale entries fail'),
  updateBaseline: option('--update-baseline', 'write this file anew; it keeps reasons'),
});

const OF_CONTROL = { repeats: true, conflicts: ['control'] } as const;

/** What serves a simulator; `port`: where it listens unless another is named. */
export const simulatorOptions = <const P extends string>(port: P) => ({
  port: option('-p, --port <n>', 'where it listens; 0: any free port', read.portNumber, {
    default: port,
  }),
  world: option('--world <file>', 'who and what exists: a file, or conformance', read.worldWord),
  state: option('--state <file>', 'keep the world in this file, over restarts', read.notEmpty, {
    writes: true,
  }),
  watch: option('--watch', 'read its files again when they are saved'),
  log: option(
    '--log <form>',
    'a line for each request: text (at a terminal), json, none',
    read.oneOf('text', 'json', 'none'),
  ),
  ...grouped('How it answers:', {
    dialect: option(
      '--dialect <answer|file>',
      'question=option, or as a target file has it',
      read.answerOrFile,
      { repeats: true },
    ),
    format: option(
      '--format <name>',
      'the same replies in another form: shuffled, chunked ...',
      read.anyText,
      {
        repeats: true,
      },
    ),
    seed: option('--seed <n>', 'another order of the checks', read.wholeNumber(0, 1_000_000)),
    faultHeader: option('--fault-header', 'requests may ask for a fault: header Tagproof-Fault'),
  }),
  ...grouped('Who may reach it:', {
    host: option('--host <address>', 'the address to listen on', read.hostName, { default: '127.0.0.1' }),
    cert: option('--cert <file>', 'serve by TLS: the certificate, in PEM', read.notEmpty, { needs: 'key' }),
    key: option('--key <file>', 'its private key, in PEM', read.notEmpty, { needs: 'cert' }),
    corsOrigin: option('--cors-origin <origin>', 'whose pages may read replies', read.anyText, {
      repeats: true,
    }),
    controlHost: option(
      '--control-host <name>',
      'another host name for the control API',
      read.plainHostName,
      OF_CONTROL,
    ),
    control: option('--no-control', 'serve no control API and no console'),
  }),
});

export type GateOptions = ValuesOf<typeof GATES>;
export type TargetWords = ValuesOf<Pick<typeof EVERYDAY, 'target' | 'world'> & Pick<typeof SENT, 'timeout'>>;
