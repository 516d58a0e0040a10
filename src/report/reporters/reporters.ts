/** The reporters by name. A new reporter is a row and a file. */
import { consoleReporter } from './console-reporter.ts';
import { jsonReporter } from './json-reporter.ts';
import { junitReporter } from './junit-reporter.ts';
import { ndjsonReporter } from './ndjson-reporter.ts';
import type { OpenReporter } from './reporter.ts';

export type ReporterName = 'console' | 'json' | 'ndjson' | 'junit';

export interface ReporterRow {
  /** One line for the help. */
  readonly description: string;
  readonly open: OpenReporter;
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
};

export const REPORTER_NAMES = Object.keys(REPORTERS) as readonly ReporterName[];

/** Whether a word of the command line names a reporter. */
export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(REPORTERS, name);
}
