/** The samples of every report, and the run behind them: a few cases against the simulator with seeded defects. Only its times are made up. */
import { VERSION } from '../src/base/version.ts';
import { readFileSync } from 'node:fs';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import type { Alter } from '../mutants/defects/mutant.ts';
import { inProcess } from '../simulator/server/in-process.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { partialDialect } from '../src/spec/dialect/dialect.ts';
import { simulatorOptionsOf } from '../src/library/embedded/simulated-file.ts';
import {
  runHead,
  type CaseFinished,
  type RunEvent,
  type RedactedExchange,
} from '../src/report/record/events.ts';
import { REPORTER_FILES, REPORTER_NAMES, type ReporterName } from '../src/world/target-file/report-word.ts';
import { REPORTERS } from '../src/report/reporters.ts';
import { foldAll } from '../src/report/record/reporter.ts';
import { run } from '../src/run/suite/run.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import { select } from '../src/cases/format/select.ts';
import { inProcessTransport, type InProcessAnswer } from '../mutants/harness/in-process.ts';
import { maskerOf } from '../src/http/secrets/mask.ts';
import { secretFinderOf } from '../src/http/secrets/secret-finder.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { curlOf } from '../src/http/curl/curl.ts';

export const SAMPLE_TARGET = 'reports/sample/target.yaml';

/** The backend's name: the requests reach it without a socket. */
const TARGET = 'https://staging.example.com/base';

/** The keys of the world that the simulator serves; they are public. */
const ENV = {
  PLAYER_KEY: 'public-player-key-all-rules-0001',
  ADMIN_KEY: 'public-admin-key-all-rules-0001',
  ANN_TOKEN: 'public-token-of-ann-0001',
};

/** What is wrong with the backend. */
const SAMPLE_DEFECTS = ['length-types-swapped', 'missing-token-as-internal-error', 'reply-as-text'];

/** Cases that pass, fail, repeat a failure, and are skipped. */
const ONLY = [
  'id/one-short@gamePlayer.client',
  'id/one-short@group.client',
  'id/one-short@group.admin',
  'id/one-long@group.admin',
  'auth-token/missing@gamePlayer.client',
  'member/missing-id@gamePlayer.server',
  'not-found/plain@group.client',
  'reply/success@gamePlayer.client',
  'reply/success@gamePlayer.admin',
  'tags/several@characterPlayer.server',
  'envelope/operation-not-allow@gamePlayer.client',
];

const BEGAN = Date.parse('2026-11-20T10:00:00.000Z');
const RUN_MS = 1234;

/** All of them at once. */
export const defects: Alter = (stages) =>
  SAMPLE_DEFECTS.reduce((altered, name) => {
    const mutant = MUTANTS.find((each) => each.name === name);
    if (mutant === undefined) throw new TypeError(`no mutant ${name}`);
    return mutant.alter(altered);
  }, stages);

/** A number between 0 and 1 that a text always has. */
function fraction(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash / 1_000_003;
}

/** A made-up time in milliseconds: most are short, a few are long. A release changes none. */
const msOf = (text: string): number =>
  Math.round(10 * 2 * 30 ** (fraction(text.replaceAll(VERSION, '')) ** 3)) / 10;

/** Gives the events of a run times that are the same whenever it is run. */
class FixedTimes {
  #requests = 0;

  of(event: RunEvent): RunEvent {
    if (event.kind === 'run-finished') return { ...event, ms: RUN_MS };
    return event.kind === 'case-finished' ? this.#case(event) : event;
  }

  #case(event: CaseFinished): CaseFinished {
    const { others, exchanges, ...rest } = event;
    return {
      ...rest,
      ms: event.ms === 0 ? 0 : msOf(event.case.id),
      exchanges: exchanges.map((each) => this.#exchange(each)),
      ...(others !== undefined && { others: others.map((each) => this.#exchange(each)) }),
    };
  }

  #exchange(exchange: RedactedExchange): RedactedExchange {
    this.#requests += 1;
    const at = BEGAN + 5 * this.#requests;
    return { ...exchange, ms: msOf(exchange.curl), ...(exchange.at !== undefined && { at }) };
  }
}

/** What a run is made of. */
interface SampleRun {
  /** What the suite knows about the backend. */
  readonly targetFile: string;
  /** Globs over the cases; none: all. */
  readonly only: readonly string[];
  readonly answer: InProcessAnswer;
  /** Events keep every exchange. */
  readonly keepsAll: boolean;
}

/** The simulator that serves the conformance world, with these changes. */
export function simulatorWith(alter: Alter): InProcessAnswer {
  const served = readTargetFile('fixtures/world.yaml', {});
  return inProcess({ ...simulatorOptionsOf(served), alter });
}

/** The events behind `reports/sample`. */
export const sampleEvents = (): Promise<readonly RunEvent[]> =>
  eventsOf({ targetFile: SAMPLE_TARGET, only: ONLY, answer: simulatorWith(defects), keepsAll: true });

/** The events of a run, the same each time. */
export async function eventsOf({
  targetFile,
  only,
  answer,
  keepsAll,
}: SampleRun): Promise<readonly RunEvent[]> {
  const file = readTargetFile(targetFile, ENV);
  const all = expand(loadSuite(['suites']));
  const whole = only.length === 0;
  const secretStore = secretStoreOf(file.secrets);
  const baseUrl = new URL(TARGET);
  const settings = { ...file.http, timeoutMs: 5000 };
  const transport = inProcessTransport(answer, { secretStore });
  const events: RunEvent[] = [];
  const times = new FixedTimes();
  await run({
    instances: select(all, { only, skip: [] }),
    whole,
    facts: {
      world: file.world,
      extensions: file.extensions,
      provocations: file.provoke,
      dialect: partialDialect(file.dialectAnswers),
    },
    transport,
    redaction: {
      mask: maskerOf(secretStore),
      secretIn: secretFinderOf(secretStore),
      curl: (request) => curlOf(request, { baseUrl, secretStore, settings }),
      secret: (name, alter) => `<secret:${name}${alter === undefined ? '' : ` ${alter}`}>`,
      keepsAll,
    },
    fresh: false,
    head: {
      ...runHead(TARGET, [], new Date(BEGAN)),
      worldFile: targetFile,
      options: {},
    },
    concurrency: 1,
    rate: undefined,
    failFast: false,
    confirm: true,
    signal: new AbortController().signal,
    emit: (event) => events.push(times.of(event)),
  });
  await transport.close();
  return events;
}

const FOLDER = 'reports/sample';

/** What to say about a sample beyond the name of its reporter. */
const NOTES: Partial<Record<ReporterName, string>> = {
  html: ': open it from disk',
  ndjson: ': the record; all others are made of it',
};

/** The page of the folder: its table is written from the reporters, the rest by hand. */
function samplePage(path: string): string {
  const head = '| file | `--reporter` |\n|---|---|\n';
  const [before = ''] = readFileSync(path, 'utf8').split(head);
  const rows = REPORTER_NAMES.map((name) => {
    const file = REPORTER_FILES[name];
    return `| [${file}](${file}) | \`${name}\`${NOTES[name] ?? ''} |`;
  });
  return `${before}${head}${rows.join('\n')}\n`;
}

/** All of them by their paths, the same each time. */
export async function samples(): Promise<Readonly<Record<string, string>>> {
  const events = await sampleEvents();
  const reports = REPORTER_NAMES.map((name) => [
    `${FOLDER}/${REPORTER_FILES[name]}`,
    foldAll(REPORTERS[name].open({ colour: false }), events),
  ]);
  const page = `${FOLDER}/README.md`;
  return { ...Object.fromEntries(reports), [page]: samplePage(page) };
}
