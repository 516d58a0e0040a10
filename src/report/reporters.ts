/** The reporters by name. A new reporter is a row of the register, a row here, and a file. */
import { githubReporter } from './formats/github-reporter.ts';
import { harReporter } from './formats/har-reporter.ts';
import { markdownReporter } from './formats/markdown-reporter.ts';
import { consoleReporter } from './formats/console-reporter.ts';
import { jsonReporter } from './formats/json-reporter.ts';
import { junitReporter } from './formats/junit-reporter.ts';
import type { OpenReporter, Reporter } from './record/reporter.ts';
import { safeJson } from '../base/text/safe-json.ts';
import { htmlReporter } from './html/html-reporter.ts';
import type { ReporterName } from '../world/target-file/report-word.ts';
import { REPORTER_ROWS, type ReporterRow } from './reporter-register.ts';

/** The events themselves, one a line: the record that every other report can be rebuilt from. */
export function ndjsonReporter(): Reporter {
  return { on: (event) => `${safeJson(event)}\n` };
}

const OPENERS = {
  console: consoleReporter,
  json: jsonReporter,
  ndjson: ndjsonReporter,
  junit: junitReporter,
  html: htmlReporter,
  markdown: markdownReporter,
  github: githubReporter,
  har: harReporter,
} as const satisfies Record<ReporterName, OpenReporter>;

export const REPORTERS = Object.fromEntries(
  Object.entries(REPORTER_ROWS).map(([name, row]) => [name, { ...row, open: OPENERS[name as ReporterName] }]),
) as Readonly<Record<ReporterName, ReporterRow & { readonly open: OpenReporter }>>;
