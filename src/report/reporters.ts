/** The reporters by name. A new reporter is a row and a file. */
import { ctrfReporter } from './formats/ctrf-reporter.ts';
import { githubReporter } from './formats/github-reporter.ts';
import { harReporter } from './formats/har-reporter.ts';
import { sarifReporter } from './formats/sarif-reporter.ts';
import { tapReporter } from './formats/tap-reporter.ts';
import { HTML_BEGINS, htmlReporter } from './html/html-reporter.ts';
import { commentReporter, markdownReporter } from './formats/markdown-reporter.ts';
import { casesReporter } from './formats/cases-reporter.ts';
import { consoleReporter, screenReporter } from './formats/console-reporter.ts';
import { jsonReporter } from './formats/json-reporter.ts';
import { junitReporter } from './formats/junit-reporter.ts';
import type { OpenReporter, Reporter } from './record/reporter.ts';
import { safeJson } from '../text/safe-json.ts';

/** The events themselves, one a line: the record that every other report can be rebuilt from. */
export function ndjsonReporter(): Reporter {
  return { on: (event) => `${safeJson(event)}\n` };
}

export interface ReporterRow {
  /** One line for the help. */
  readonly description: string;
  /** The usual name of a file with this report; its sample has it, too. */
  readonly file: string;
  /** How each of its reports begins: a file that begins otherwise is never replaced by one. */
  readonly begins: RegExp;
  readonly open: OpenReporter;
  /** It shows every exchange, so a run that writes it keeps them all. */
  readonly wantsAll?: true;
  /** It is read on a terminal: standard error says what it would say of a run that judged nothing. */
  readonly forPeople?: true;
}

const CONSOLE_BEGINS = /^tagproof \d/;
/** The summary of a run in Markdown. */
const SUMMARY_BEGINS = /^# \S+ getTag: /;

const ROWS = {
  console: {
    description:
      'for people: a block for each cause with an exchange that shows it, and what the run comes to on one screen',
    file: 'console.txt',
    begins: CONSOLE_BEGINS,
    open: consoleReporter,
    forPeople: true,
  },
  cases: {
    description: 'for people: each case that did not pass, in full, as it happens; --verbose',
    file: 'cases.txt',
    begins: CONSOLE_BEGINS,
    open: casesReporter,
    forPeople: true,
  },
  screen: {
    description: 'the last screen of the console alone; --quiet',
    file: 'screen.txt',
    begins: CONSOLE_BEGINS,
    open: screenReporter,
    forPeople: true,
  },
  json: {
    description: 'one JSON document: the run, its totals, every case in file order',
    file: 'report.json',
    begins: /^\{\s*"format": 1,\s*"run": \{\s*"version"/,
    open: jsonReporter,
  },
  ndjson: {
    description: 'one event a line, as it happens; any other report can be rebuilt from it',
    file: 'events.ndjson',
    begins: /^\{"kind":"run-started","version":/,
    open: ndjsonReporter,
  },
  junit: {
    description: 'JUnit XML for pipelines: a test suite per suite file',
    file: 'junit.xml',
    begins: /^<\?xml [^>]*>\s*<testsuites name="tagproof"/,
    open: junitReporter,
  },
  tap: {
    description: 'TAP version 14 for harnesses: a line for each case',
    file: 'report.tap',
    begins: /^TAP version 14\n# tagproof /,
    open: tapReporter,
  },
  html: {
    description: 'one self-contained page for people',
    file: 'report.html',
    begins: HTML_BEGINS,
    open: htmlReporter,
  },
  markdown: {
    description: 'the summary of a job, below 1 MiB',
    file: 'summary.md',
    begins: SUMMARY_BEGINS,
    open: markdownReporter,
  },
  comment: {
    description: 'the same below 64 kB, for a comment',
    file: 'comment.md',
    begins: SUMMARY_BEGINS,
    open: commentReporter,
  },
  github: {
    description: 'annotations for GitHub, ten at most of a kind',
    file: 'annotations.txt',
    begins: /^(?:::(?:error|warning|notice) |[^\n:]+: \d+ passed, \d+ failed, )/,
    open: githubReporter,
  },
  sarif: {
    description: 'SARIF 2.1.0 for code scanning',
    file: 'report.sarif',
    begins: /^\{\s*"\$schema": "[^"]*sarif[^]*"name": "tagproof"/,
    open: sarifReporter,
  },
  ctrf: {
    description: 'CTRF, the Common Test Report Format',
    file: 'ctrf.json',
    begins: /^\{\s*"reportFormat": "CTRF",[^]*"generatedBy": "tagproof"/,
    open: ctrfReporter,
  },
  har: {
    description: 'HAR 1.2: every exchange, secrets masked',
    file: 'exchanges.har',
    begins: /^\{"log":\{"version":"1.2","creator":\{"name":"tagproof"/,
    open: harReporter,
    wantsAll: true,
  },
} as const satisfies Record<string, ReporterRow>;

export type ReporterName = keyof typeof ROWS;

export const REPORTERS: Readonly<Record<ReporterName, ReporterRow>> = ROWS;

export const REPORTER_NAMES = Object.keys(REPORTERS) as readonly ReporterName[];

/** Whether a word of the command line names a reporter. */
export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(REPORTERS, name);
}
