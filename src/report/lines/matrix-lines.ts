/**
 * Several runs side by side as lines: the clauses that some run has cases for and not all verified, and the questions that are
 * answered differently.
 */
import { inColumns } from '../../text/columns.ts';
import { visibleLine } from '../../text/visible.ts';
import { lastLine } from '../../engine/verdict.ts';
import { differs, type Matrix, type MatrixCell } from '../facts/matrix.ts';
import { clauseWords } from './clause-words.ts';

type Lines = readonly string[];

/** `failed 3/9`, `verified`. */
function cellText({ status, endpoints, of }: MatrixCell): string {
  return endpoints === of || of === 0 ? status : `${status} ${endpoints}/${of}`;
}

function headed(head: string, rows: readonly (readonly string[])[], names: Lines): Lines {
  return rows.length === 0
    ? []
    : ['', head, ...inColumns([['', ...names], ...rows]).map((line) => `  ${line}`)];
}

export function matrixLines({ runs, rows, questions }: Matrix): Lines {
  const names = runs.map(({ name }) => visibleLine(name));
  const clauses = rows
    .filter(
      ({ cells }) =>
        cells.some(({ status }) => status !== 'verified') && cells.some(({ status }) => status !== 'no case'),
    )
    .map(({ clause, cells }) => [
      visibleLine(clause),
      ...cells.map(cellText),
      clauseWords(clause).description,
    ]);
  const answers = questions
    .filter((row) => differs(row.answers))
    .map((row) => [row.question, ...row.answers.map((answer) => (answer === '' ? '-' : answer)), row.asks]);
  return [
    ...inColumns(
      runs.map(({ name, target, version, headline, totals, verified }) => [
        visibleLine(name),
        visibleLine(target),
        visibleLine(version),
        headline.words,
        verified === '' ? '' : `${verified} must cells`,
        lastLine(totals),
      ]),
    ),
    ...headed('clauses that are not verified everywhere', clauses, [...names, '']),
    ...headed('questions that are answered differently', answers, [...names, '']),
  ];
}
