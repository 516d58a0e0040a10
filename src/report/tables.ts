/** The sections of a report that are tables: a row each, and every report that a row names shows it. */
import { CLAUSES, type Level } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import { showMs } from '../text/duration.ts';
import { counted } from '../text/grouping.ts';
import { plural } from '../text/plural.ts';
import { chapterCounts, showTotals } from './lines/run-lines.ts';
import type { RunRecord } from './record/reporter.ts';
import { clauseWords } from './facts/clause-words.ts';
import { latencyTable } from './facts/latency.ts';
import { silences } from './facts/silence.ts';

/** A report that shows tables: the summary below all cases, the Markdown page and comment, the HTML page. */
type Shows = 'cases' | 'markdown' | 'page';

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

const ORDER = new Map(CLAUSES.map(({ id }, index) => [id, index]));
const RANKS = { must: 0, should: 1 } as const satisfies Record<Level, number>;

const place = (id: ClauseId) => ORDER.get(id) ?? CLAUSES.length;

/** Which clauses a run found broken, and in how many cases: what must be first, then in the document's order. */
function brokenClauses({ cases }: RunRecord): Rows {
  const levels = new Map<ClauseId, Level>();
  const ids = cases.flatMap(({ findings }) => {
    for (const { clause, level } of findings) levels.set(clause, level);
    return [...new Set(findings.map(({ clause }) => clause))];
  });
  return counted(ids)
    .map(([id, count]) => ({ id, level: levels.get(id) ?? 'must', count }))
    .sort((a, b) => RANKS[a.level] - RANKS[b.level] || place(a.id) - place(b.id))
    .map(({ id, level, count }) => [level, id, plural(count, 'case'), clauseWords(id).description]);
}

/** Its choices come from its own file, so they are not reported below all cases. */
const EMBEDDED = 'the embedded simulator';
const SILENT = { id: 'silent', heading: 'where the document is silent, this backend answers' } as const;
const CHAPTERS = { id: 'chapters', heading: 'chapters', columns: ['chapter', 'cases'] } as const;

/** In the order in which they are read. */
const TABLES: readonly TableSection[] = [
  {
    ...CHAPTERS,
    reports: ['cases'],
    rows: ({ cases }) =>
      chapterCounts(cases)
        .filter(({ totals }) => totals.fail + totals.warn + totals.error > 0)
        .map(({ chapter, totals }) => [chapter, showTotals(totals)]),
  },
  {
    ...CHAPTERS,
    reports: ['markdown'],
    code: ['chapter'],
    rows: ({ cases }) => chapterCounts(cases).map(({ chapter, totals }) => [chapter, showTotals(totals)]),
  },
  {
    id: 'broken',
    heading: 'broken clauses',
    reports: ['cases'],
    columns: ['level', 'clause', 'cases', 'says'],
    code: ['clause'],
    rows: brokenClauses,
  },
  {
    ...SILENT,
    reports: ['cases'],
    columns: ['question', 'answer'],
    rows: ({ started, cases }) =>
      started.target === EMBEDDED ? [] : silences(cases).map(({ question, answer }) => [question, answer]),
  },
  {
    ...SILENT,
    reports: ['markdown', 'page'],
    columns: ['question', 'asks', 'answer'],
    code: ['question', 'answer'],
    rows: ({ cases }) => silences(cases).map(({ question, asks, answer }) => [question, asks, answer]),
  },
  {
    id: 'latency',
    heading: 'latency',
    reports: ['markdown'],
    columns: ['endpoint', 'replies', 'median ms', 'p95 ms', 'max ms'],
    rows: ({ cases }) =>
      (latencyTable(cases)?.rows ?? []).map(({ endpoint, replies, median, p95, max }) => [
        endpoint,
        `${replies}`,
        ...[median, p95, max].map(showMs),
      ]),
  },
];

/** The tables that a report shows of a run, those without rows left out. */
export const tablesFor = (report: Shows, record: RunRecord): readonly ShownTable[] =>
  TABLES.filter(({ reports }) => reports.includes(report))
    .map((table) => ({ ...table, rows: table.rows(record) }))
    .filter(({ rows }) => rows.length > 0);

/** `Chapters`: a heading as a page has it. */
export const capital = (heading: string): string => heading.slice(0, 1).toUpperCase() + heading.slice(1);
