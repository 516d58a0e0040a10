/** A report as `--reporter` names it. */
import { extname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../../base/text/nearest.ts';
import { REPORTER_NAMES, REPORTER_ROWS, type ReporterName } from '../../report/reporter-register.ts';
import { REPLACED_REPORTERS } from './replaced.ts';

export interface WantedReport {
  readonly name: ReporterName;
  /** Undefined: it goes to standard output. */
  readonly path: string | undefined;
}

/** Reads `html=report.html`, also with a colon; `report.html` alone says by its ending which report it is. */
export function reportWord(text: string): WantedReport {
  const [, word = '', path] = /^(\w*)(?:[=:](.*))?$/s.exec(text) ?? [];
  const name = REPORTER_NAMES.find((each) => each === word);
  if (path === '') throw new InvalidArgumentError('Its path is empty.');
  if (name !== undefined) return { name, path };
  const ending = extname(text);
  const byEnding = REPORTER_NAMES.find((each) => extname(REPORTER_ROWS[each].file) === ending);
  if (byEnding !== undefined && !text.includes('=')) return { name: byEnding, path: text };
  const known = `reporters: ${REPORTER_NAMES.join(', ')}`;
  const other =
    ending === '' || text.includes('=') ? known : `write html=${text}, or another of the ${known}`;
  const meant = REPLACED_REPORTERS.get(word) ?? didYouMean(word, REPORTER_NAMES) ?? other;
  throw new InvalidArgumentError(`There is no reporter "${word || text}"; ${meant}`);
}
