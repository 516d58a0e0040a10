/** What is known of the reporters before one is opened: what they are for, and how their files begin. */
import type { ReporterName } from '../world/target-file/report-word.ts';

export interface ReporterRow {
  /** One line for the help. */
  readonly description: string;
  /** How each of its reports begins: a file that begins otherwise is never replaced by one. */
  readonly begins: RegExp;
  /** It shows every exchange, so a run that writes it keeps them all. */
  readonly wantsAll?: true;
  /** It is read on a terminal: standard error says what it would say of a run that judged nothing. */
  readonly forPeople?: true;
}

/** How every page begins. */
const HTML_BEGINS =
  /^<!doctype html>\s[^]*<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/;

const CONSOLE_BEGINS = /^tagproof \d/;
/** The summary of a run in Markdown. */
const SUMMARY_BEGINS = /^# \S+ (?:getTag: |[A-Z]{6,})/;

export const REPORTER_ROWS: Readonly<Record<ReporterName, ReporterRow>> = {
  console: {
    description:
      'for people: a block for each cause with an exchange that shows it, and what the run comes to on one screen; run --verbose and --quiet change what it shows',
    begins: CONSOLE_BEGINS,
    forPeople: true,
  },
  json: {
    description: 'one JSON document: the run, its totals, every case in file order',
    begins: /^\{\s*"format": 1,\s*"run": \{\s*"version"/,
  },
  ndjson: {
    description: 'one event a line, as it happens; any other report can be rebuilt from it',
    begins: /^\{"kind":"run-started","version":/,
  },
  junit: {
    description: 'JUnit XML for pipelines: a test suite per suite file',
    begins: /^<\?xml [^>]*>\s*<testsuites name="tagproof"/,
  },
  html: {
    description: 'one self-contained page for people',
    begins: HTML_BEGINS,
  },
  markdown: {
    description: 'the summary of a job, below 1 MiB; comes by itself under GitHub Actions',
    begins: SUMMARY_BEGINS,
  },
  github: {
    description:
      'annotations for GitHub, ten errors and ten warnings at most; they come by themselves under GitHub Actions',
    begins: /^(?:::(?:error|warning|notice) |[^\n]+[:;] \d+ passed, \d+ failed, )/,
  },
  har: {
    description: 'HAR 1.2: every exchange, secrets masked',
    begins: /^\{"log":\{"version":"1.2","creator":\{"name":"tagproof"/,
    wantsAll: true,
  },
};
