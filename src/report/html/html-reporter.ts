/** The report as one HTML file, and several runs side by side as another. */
import { lastLine } from '../../engine/verdict.ts';
import { headlineOf } from '../facts/headline.ts';
import type { Matrix } from '../facts/matrix.ts';
import { clauseWords } from '../lines/clause-words.ts';
import type { Reporter } from '../reporters/reporter.ts';
import { documentReporter } from '../reporters/run-record.ts';
import { documentOf } from './document.ts';
import { runPage } from './run-page.ts';

/** One page when the run is over. */
export function htmlReporter(): Reporter {
  return documentReporter((record) => {
    const { words } = headlineOf(record);
    const { target } = record.started;
    return documentOf(
      runPage(record),
      `${words}: ${target} (tagproof)`,
      `${target}: ${words}. ${lastLine(record.finished.totals)}`,
    );
  });
}

/** Backends or releases by clauses on one page. */
export function matrixPage(matrix: Matrix): string {
  const description = matrix.rows.map(({ clause }) => clauseWords(clause).description);
  const runs = matrix.runs.map(({ name, headline }) => `${name}: ${headline.words}`).join('; ');
  return documentOf(
    { kind: 'matrix', ...matrix, description },
    `${matrix.runs.length} runs (tagproof)`,
    runs,
  );
}
