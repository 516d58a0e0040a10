/** Every case that did not pass, in full and as soon as it is known; a summary at the end. */
import type { CaseFinished, RunEvent } from '../../engine/events.ts';
import { caseLines } from '../lines/case-lines.ts';
import { type Palette, paletteOf } from '../lines/colours.ts';
import { NOT_STARTED, type Reporter, type ReporterOptions, type RunRecord } from '../record/reporter.ts';
import { repetition, type Repeated } from '../lines/repetition.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { lastLine } from '../../engine/verdict.ts';
import {
  answerLines,
  behaviourLines,
  factsLine,
  partialLines,
  reasonLines,
  startText,
  verifiedLines,
} from '../lines/run-lines.ts';
import { inColumns } from '../../text/columns.ts';
import { tablesFor } from '../tables.ts';

type Section = readonly string[];

/** What was verified and what to declare, skips and errors by reason, the tables, then the facts; the last line is the totals. */
export function summaryText(record: RunRecord, { colours }: Palette): string {
  const { started, cases, finished } = record;
  const sections: readonly Section[] = [
    verifiedLines(record),
    [...reasonLines(cases, 'skip'), ...reasonLines(cases, 'error')],
    ...tablesFor('cases', record).map(({ heading, rows }) => [
      colours.bold(heading),
      ...inColumns(rows.map((cells) => cells.map(visibleLine))).map((line) => `  ${line}`),
    ]),
    partialLines(record).map(colours.yellow),
    [
      factsLine(started, finished),
      ...answerLines(finished, cases),
      ...behaviourLines(finished),
      `${started.plan?.quick === undefined ? '' : 'quick: '}${lastLine(finished.totals)}`,
    ],
  ];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => `\n${section.join('\n')}\n`)
    .join('');
}

/** `✗ id/one-short also on group.client, group.server`. */
function repeatedLine({ verdict, written, places, as }: Repeated, { mark, colours }: Palette): string {
  const where = visibleLine(places.join(', '));
  const what = as === '' ? `also on ${where}` : `on ${where}: as in ${visibleLine(as)}`;
  return `${mark(verdict)} ${colours.bold(visibleLine(written))} ${what}`;
}

/** A blank line between blocks, none between lines of repetition. */
function blockText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

/** `✗ id  known: it is listed in baseline.yaml`: a case that does not fail the run gets one line. */
function knownLine(
  { case: { id }, verdict }: CaseFinished,
  known: string,
  { mark, colours }: Palette,
): string {
  return `${mark(verdict)} ${colours.dim(`${visibleLine(id)}  known: it is listed in ${oneLine(known)}`)}`;
}

/** A fold that prints each event at once; only repetitions wait for the next written case. */
export function casesReporter({ colour }: ReporterOptions): Reporter {
  const palette = paletteOf(colour);
  const repeats = repetition();
  const cases: CaseFinished[] = [];
  let started = NOT_STARTED;
  let isAfterKnown = false;
  const repeatedText = (repeated: readonly Repeated[]) =>
    blockText(repeated.map((each) => repeatedLine(each, palette)));
  const caseText = (event: CaseFinished): string => {
    cases.push(event);
    const isFirstKnown = !isAfterKnown;
    isAfterKnown = event.known !== undefined;
    if (event.known !== undefined)
      return `${isFirstKnown ? '\n' : ''}${knownLine(event, event.known, palette)}\n`;
    const { show, before } = repeats.see(event);
    return repeatedText(before) + (show ? blockText(caseLines(event, palette)) : '');
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
          return repeatedText(repeats.rest()) + summaryText({ started, cases, finished: event }, palette);
      }
    },
  };
}
