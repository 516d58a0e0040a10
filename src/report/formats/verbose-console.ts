/** The console with `--verbose`: every case that did not pass, in full and as soon as it is known; at the end what they come to. */
import type { CaseFinished, RunEvent, RunRecord } from '../record/events.ts';
import { caseLines } from '../lines/case-lines.ts';
import { type Palette, paletteOf } from '../lines/colours.ts';
import { NOT_STARTED, type Reporter, type ReporterOptions } from '../record/reporter.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import type { Verdict } from '../record/verdict.ts';
import { lastScreen } from '../lines/last-screen.ts';
import { startText } from '../lines/run-lines.ts';
import { inColumns } from '../../base/text/columns.ts';
import { tablesFor } from '../tables.ts';

/** What the backend chose where the document is silent, then what the run comes to on one screen. */
function summaryText(record: RunRecord, options: ReporterOptions): string {
  const { colours } = paletteOf(options.colour);
  const tables = tablesFor('verbose', record).map(({ heading, rows }) => [
    colours.bold(heading),
    ...inColumns(rows.map((cells) => cells.map(visibleLine))).map((line) => `  ${line}`),
  ]);
  return [...tables, lastScreen(record, options)].map((section) => `\n${section.join('\n')}\n`).join('');
}

/** Skips are listed by reason at the end. */
const SHOWN: ReadonlySet<Verdict> = new Set<Verdict>(['fail', 'warn', 'error']);

/** `✗ id  known: it is listed in baseline.yaml`: a case that does not fail the run gets one line. */
function knownLine(
  { case: { id }, verdict }: CaseFinished,
  known: string,
  { mark, colours }: Palette,
): string {
  return `${mark(verdict)} ${colours.dim(`${visibleLine(id)}  known: it is listed in ${oneLine(known)}`)}`;
}

/** Prints each event at once. */
export function verboseConsole(options: ReporterOptions): Reporter {
  const palette = paletteOf(options.colour);
  const cases: CaseFinished[] = [];
  let started = NOT_STARTED;
  const caseText = (event: CaseFinished): string => {
    cases.push(event);
    if (event.known !== undefined) return `\n${knownLine(event, event.known, palette)}\n`;
    return SHOWN.has(event.verdict) ? `\n${caseLines(event, palette).join('\n')}\n` : '';
  };
  return {
    on(event: RunEvent): string {
      switch (event.kind) {
        case 'run-started':
          started = event;
          return startText(event, palette);
        case 'case-finished':
          return caseText(event);
        case 'run-finished':
          return summaryText({ started, cases, finished: event }, options);
      }
    },
  };
}
