/** The summary below the cases at the end of a run. */
import type { CaseFinished, RunFinished, RunStarted } from '../../engine/events.ts';
import { lastLine } from '../../engine/verdict.ts';
import { behaviourLines } from './behaviour-lines.ts';
import { chapterCounts, showTotals } from './chapter-counts.ts';
import type { Palette } from './colours.ts';
import { inColumns } from '../../text/columns.ts';
import { showDuration } from '../../text/duration.ts';
import { answerLines } from './answer-lines.ts';
import { partialLines } from './partial-lines.ts';
import { plural } from '../../text/plural.ts';
import { reasonLines } from './reasons.ts';
import type { RunRecord } from '../reporters/run-record.ts';
import { silenceLines } from './silence.ts';
import { verifiedLines } from './verified-lines.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { CLAUSES, type Level } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import { clauseWords } from './clause-words.ts';
import { counted } from '../../text/grouping.ts';

type Section = readonly string[];

const headed = (head: string, lines: Section): Section =>
  lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${line}`)];

function chapterSection(cases: readonly CaseFinished[]): Section {
  const broken = chapterCounts(cases).filter(({ totals }) => totals.fail + totals.warn + totals.error > 0);
  return inColumns(broken.map(({ chapter, totals }) => [visibleLine(chapter), showTotals(totals)]));
}

const ORDER = new Map(CLAUSES.map(({ id }, index) => [id, index]));
const RANKS = { must: 0, should: 1 } as const satisfies Record<Level, number>;

const place = (id: ClauseId) => ORDER.get(id) ?? CLAUSES.length;

/** Which clauses a run found broken, and in how many cases: what must be first, then in the document's order. */
function clauseSection(cases: readonly CaseFinished[]): Section {
  const levels = new Map<ClauseId, Level>();
  const ids = cases.flatMap(({ findings }) => {
    for (const { clause, level } of findings) levels.set(clause, level);
    return [...new Set(findings.map(({ clause }) => clause))];
  });
  const broken = counted(ids)
    .map(([id, count]) => ({ id, level: levels.get(id) ?? 'must', count }))
    .sort((a, b) => RANKS[a.level] - RANKS[b.level] || place(a.id) - place(b.id));
  return inColumns(
    broken.map(({ id, level, count }) => [
      level,
      visibleLine(id),
      plural(count, 'case'),
      clauseWords(id).description,
    ]),
  );
}

function partialSection(record: RunRecord): Section {
  const [first, ...more] = partialLines(record);
  return first === undefined ? [] : [`partial: ${first}`, ...more.map((line) => `  ${line}`)];
}

function factsLine({ target }: RunStarted, { requests, ms }: RunFinished): string {
  return `${oneLine(target)}: ${plural(requests, 'request')} in ${showDuration(ms)}`;
}

/** Its choices come from its own file, so they are not reported. */
const EMBEDDED = 'the embedded simulator';
const SILENT = 'where the document is silent, this backend answers';

/** What was verified and what to declare, skips and errors by reason, chapters and clauses where something is wrong, then the facts; the last line is the totals. */
export function summaryText(record: RunRecord, { colours }: Palette): string {
  const { started, cases, finished } = record;
  const sections: readonly Section[] = [
    verifiedLines(record),
    [...reasonLines(cases, 'skip'), ...reasonLines(cases, 'error')],
    headed(colours.bold('chapters'), chapterSection(cases)),
    headed(colours.bold('broken clauses'), clauseSection(cases)),
    headed(colours.bold(SILENT), started.target === EMBEDDED ? [] : silenceLines(cases)),
    partialSection(record).map(colours.yellow),
    [
      factsLine(started, finished),
      ...answerLines(finished, cases),
      ...behaviourLines(finished),
      lastLine(finished.totals),
    ],
  ];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => `\n${section.join('\n')}\n`)
    .join('');
}
