/** The reporters by name. A new reporter is a row and a file. */
import { ctrfReporter } from '../formats/ctrf-reporter.ts';
import { githubReporter } from '../formats/github-reporter.ts';
import { harReporter } from '../formats/har-reporter.ts';
import { sarifReporter } from '../formats/sarif-reporter.ts';
import { htmlReporter } from '../html/html-reporter.ts';
import { commentReporter, markdownReporter } from '../markdown/markdown-reporter.ts';
import { consoleReporter } from './console-reporter.ts';
import { jsonReporter } from './json-reporter.ts';
import { junitReporter } from './junit-reporter.ts';
import { ndjsonReporter } from './ndjson-reporter.ts';
import type { OpenReporter } from './reporter.ts';

export type ReporterName =
  | 'console'
  | 'json'
  | 'ndjson'
  | 'junit'
  | 'html'
  | 'markdown'
  | 'comment'
  | 'github'
  | 'sarif'
  | 'ctrf'
  | 'har';

export interface ReporterRow {
  /** One line for the help. */
  readonly description: string;
  readonly open: OpenReporter;
  /** It shows every exchange, so a run that writes it keeps them all. */
  readonly wantsAll?: true;
}

export const REPORTERS: Readonly<Record<ReporterName, ReporterRow>> = {
  console: {
    description: 'for people: each failure with its request, its reply and a curl line',
    open: consoleReporter,
  },
  json: {
    description: 'one JSON document: the run, its totals, every case in file order',
    open: jsonReporter,
  },
  ndjson: {
    description: 'one event a line, as it happens; any other report can be rebuilt from it',
    open: ndjsonReporter,
  },
  junit: { description: 'JUnit XML for pipelines: a test suite per suite file', open: junitReporter },
  html: { description: 'one self-contained page for people', open: htmlReporter },
  markdown: { description: 'the summary of a job, below 1 MiB', open: markdownReporter },
  comment: { description: 'the same below 64 kB, for a comment', open: commentReporter },
  github: { description: 'annotations for GitHub, ten at most of a kind', open: githubReporter },
  sarif: { description: 'SARIF 2.1.0 for code scanning', open: sarifReporter },
  ctrf: { description: 'CTRF, the Common Test Report Format', open: ctrfReporter },
  har: { description: 'HAR 1.2: every exchange, secrets masked', open: harReporter, wantsAll: true },
};

export const REPORTER_NAMES = Object.keys(REPORTERS) as readonly ReporterName[];

/** Whether a word of the command line names a reporter. */
export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(REPORTERS, name);
}
