/** A report as `--reporter` and `run:` of a target file name it. */
import { extname } from 'node:path';
import { didYouMean } from '../../base/text/nearest.ts';

/** The reporters, each with the usual name of a file with its report; its sample has it, too. */
export const REPORTER_FILES = {
  console: 'console.txt',
  json: 'report.json',
  ndjson: 'events.ndjson',
  junit: 'junit.xml',
  html: 'report.html',
  markdown: 'summary.md',
  github: 'annotations.txt',
  har: 'exchanges.har',
} as const;

export type ReporterName = keyof typeof REPORTER_FILES;

export const REPORTER_NAMES = Object.keys(REPORTER_FILES) as readonly ReporterName[];

/** Reporters of before. */
const REPLACED_REPORTERS: ReadonlyMap<string, string> = new Map([
  ['cases', '`cases` is now `--verbose`'],
  ['comment', '`comment` is now `markdown`'],
  ['ctrf', '`ctrf` is gone: use `junit`'],
  ['sarif', '`sarif` is gone: use `github` or `junit`'],
  ['screen', '`screen` is now `--quiet`'],
  ['tap', '`tap` is gone: use `junit`'],
]);

export interface WantedReport {
  readonly name: ReporterName;
  /** Undefined: it goes to standard output. */
  readonly path: string | undefined;
}

/** Reads `html=report.html`, also with a colon; `report.html` alone says by its ending which report it is. */
export function reportNamed(text: string): WantedReport | { readonly wrong: string; readonly hint?: string } {
  const [, word = '', path] = /^(\w*)(?:[=:](.*))?$/s.exec(text) ?? [];
  const name = REPORTER_NAMES.find((each) => each === word);
  if (path === '') return { wrong: 'its path is empty', hint: 'write NAME=FILE' };
  if (name !== undefined) return { name, path };
  const ending = extname(text);
  const byEnding = REPORTER_NAMES.find((each) => extname(REPORTER_FILES[each]) === ending);
  if (byEnding !== undefined && !text.includes('=')) return { name: byEnding, path: text };
  const near = REPLACED_REPORTERS.get(word) ?? didYouMean(word, REPORTER_NAMES);
  if (near === undefined && ending !== '' && !text.includes('=')) {
    const endings = [...new Set(Object.values(REPORTER_FILES).map((file) => extname(file)))];
    return {
      wrong: `no reporter writes files that end in ${ending}`,
      hint: didYouMean(ending, endings) ?? `write html=${text}, or one of the endings ${endings.join(', ')}`,
    };
  }
  const hint = near ?? `reporters: ${REPORTER_NAMES.join(', ')}`;
  return { wrong: `there is no reporter "${word || text}"`, hint };
}
