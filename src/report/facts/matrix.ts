/** Several runs side by side: backends or releases by clauses, and by questions that the document leaves open. */
import type { FileRecord, RunRecord } from '../../engine/events.ts';
import { QUESTION_IDS, questionOf } from '../../dialect/questions.ts';
import { lastLine } from '../../engine/verdict.ts';
import { grouped } from '../../text/grouping.ts';
import { silences } from './silence.ts';
import { clauseGrid, type CellStatus, type GridRow } from './clause-grid.ts';
import { headlineOf } from './headline.ts';
import { inColumns, section } from '../../text/columns.ts';
import { visibleLine } from '../../text/visible.ts';
import { clauseWords } from './clause-words.ts';

/** Runs, clauses and questions; of the last two each has one cell or answer for each run. */
export type Matrix = ReturnType<typeof matrixOf>;

/** The worst first. */
const STATUSES: readonly CellStatus[] = ['failed', 'warned', 'not verified', 'no case', 'verified'];
const UNSEEN: MatrixCell = { status: 'no case', endpoints: 0, of: 0 };

/** The worst status of its endpoints, and how many of them have it, of all that the clause concerns. */
function cellOf({ cells }: GridRow) {
  const status = STATUSES.find((each) => cells.some((cell) => cell.status === each)) ?? 'no case';
  return { status, endpoints: cells.filter((cell) => cell.status === status).length, of: cells.length };
}

type MatrixCell = ReturnType<typeof cellOf>;

const baseName = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.ndjson$/, '');

function namesOf(files: readonly string[]): readonly string[] {
  const short = files.map(baseName);
  return new Set(short).size === files.length ? short : files;
}

/** `name` is that of the record's file, without its folder if that distinguishes the files. */
function runOf({ started, finished }: RunRecord, name: string) {
  const { target, version, at } = started;
  const { totals, cells } = finished;
  // `412 of 760`; empty where the run counts no cells.
  const verified = cells === undefined ? '' : `${cells.verified} of ${cells.mustCells}`;
  return { name, target, version, at, headline: headlineOf({ started, finished }), totals, verified };
}

/** The records in the order in which they are named. */
export function matrixOf(records: readonly FileRecord[]) {
  const names = namesOf(records.map(({ file }) => file));
  const grids = records.map(({ cases }) => new Map(clauseGrid(cases).map((row) => [row.clause, row])));
  const levels = new Map(grids.flatMap((grid) => [...grid.values()].map((row) => [row.clause, row.level])));
  const answers = records.map(({ cases }) => grouped(silences(cases), ({ question }) => question));
  return {
    runs: records.map((record, at) => runOf(record, names[at] ?? '')),
    rows: [...levels].map(([clause, level]) => ({
      clause,
      level,
      cells: grids.map((grid) => {
        const row = grid.get(clause);
        return row === undefined ? UNSEEN : cellOf(row);
      }),
    })),
    questions: QUESTION_IDS.map((question) => ({
      question,
      asks: questionOf(question).asks,
      // Empty where the replies of the run did not answer it.
      answers: answers.map((each) => each.get(question)?.[0]?.answer ?? ''),
    })).filter((row) => row.answers.some((answer) => answer !== '')),
  };
}

/** Whether the runs differ there. */
const areDifferent = (values: readonly string[]): boolean => new Set(values).size > 1;

type Lines = readonly string[];

/** `failed 3/9`, `verified`. */
function cellText({ status, endpoints, of }: MatrixCell): string {
  return endpoints === of || of === 0 ? status : `${status} ${endpoints}/${of}`;
}

/** As lines: the clauses that some run has cases for and not all verified, and the questions that are answered differently. */
export function matrixLines({ runs, rows, questions }: Matrix): Lines {
  const names = runs.map(({ name }) => visibleLine(name));
  const table = (below: readonly (readonly string[])[]): Lines =>
    below.length === 0 ? [] : inColumns([['', ...names, ''], ...below]);
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
    .filter((row) => areDifferent(row.answers))
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
    ...section('clauses that are not verified everywhere', table(clauses)),
    ...section('questions that are answered differently', table(answers)),
  ];
}
