/** The sections of a report that are tables: a row each, and every report that a row names shows it. */
import type { RunRecord } from './record/events.ts';
import { chapterCounts, showTotals } from './lines/run-lines.ts';
import { clauseGrid, showCells } from './facts/clause-grid.ts';
import { silences } from './facts/silence.ts';

/** A report that shows tables: the console with --verbose, the Markdown page, the HTML page. */
type Shows = 'verbose' | 'markdown' | 'page';

type Rows = readonly (readonly string[])[];

interface TableSection {
  /** Its anchor on a page. */
  readonly id: string;
  /** Its heading; pages begin it with a capital. */
  readonly heading: string;
  readonly reports: readonly Shows[];
  /** Below all cases there are rows alone. */
  readonly columns: readonly string[];
  /** The columns that hold ids or text from outside, which pages show as code. */
  readonly code?: readonly string[];
  /** Cells as plain text; no rows: no section. */
  readonly rows: (record: RunRecord) => Rows;
}

/** A table of a run with its rows. */
export interface ShownTable extends Omit<TableSection, 'rows'> {
  readonly rows: Rows;
}

/** In the order in which they are read. */
const TABLES: readonly TableSection[] = [
  {
    id: 'chapters',
    heading: 'chapters',
    reports: ['markdown'],
    columns: ['chapter', 'cases'],
    code: ['chapter'],
    rows: ({ cases }) => chapterCounts(cases).map(({ chapter, totals }) => [chapter, showTotals(totals)]),
  },
  {
    id: 'silent',
    heading: 'where the document is silent, this backend answers',
    reports: ['verbose', 'markdown', 'page'],
    columns: ['question', 'asks', 'answer'],
    code: ['question', 'answer'],
    rows: ({ cases }) => silences(cases).map(({ question, asks, answer }) => [question, asks, answer]),
  },
  {
    id: 'coverage',
    heading: 'coverage',
    reports: ['markdown'],
    columns: ['clause', 'level', 'endpoints'],
    code: ['clause'],
    rows: ({ cases, finished }) =>
      finished.cells === undefined
        ? []
        : clauseGrid(cases).map(({ clause, level, cells }) => [clause, level, showCells(cells)]),
  },
];

/** The tables that a report shows of a run, those without rows left out. */
export const tablesFor = (report: Shows, record: RunRecord): readonly ShownTable[] =>
  TABLES.filter(({ reports }) => reports.includes(report))
    .map((table) => ({ ...table, rows: table.rows(record) }))
    .filter(({ rows }) => rows.length > 0);

/** `Chapters`: a heading as a page has it. */
export const capital = (heading: string): string => heading.slice(0, 1).toUpperCase() + heading.slice(1);
