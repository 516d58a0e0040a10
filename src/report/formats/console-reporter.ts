/** The report for people: a block for each cause, or each case as it happens, then what the run comes to on one screen. */
import { recordOf, type Reporter, type ReporterOptions } from '../record/reporter.ts';
import type { CaseFinished, RunEvent, RunStarted } from '../record/events.ts';
import { fitted, wrapped, type TextLines } from '../../base/text/columns.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import type { NotJudged } from '../facts/needs.ts';
import { summaryOf, type Summary } from '../facts/summary.ts';
import { caseLines, exchangesOfFindings } from '../lines/case-lines.ts';
import { causeLines, GLANCE_LINES } from '../lines/cause-lines.ts';
import { briefExchangeLines } from '../lines/exchange-lines.ts';
import { type Palette, paletteOf } from '../lines/colours.ts';
import { lastScreen } from '../lines/last-screen.ts';

/** Rows of one line in a narrow terminal. */
const START_ROWS = 8;

/** What is under way, its warnings, and what the first requests showed. */
function startText(started: RunStarted, { colours }: Palette, columns: number): string {
  const { version, target, planned, warnings, read = [], orientation } = started;
  const [what = `${plural(planned, 'case')} against ${oneLine(target)}`, ...more] = read.map(oneLine);
  const { requests = 0, summary = [] } = orientation ?? {};
  return [
    `tagproof ${visibleLine(version)}: ${what}`,
    ...more.map((line) => `  ${line}`),
    ...warnings.map((warning) => `${colours.yellow('warning')}: ${oneLine(warning)}`),
    ...(requests === 0 || summary.length === 0
      ? summary.map(oneLine)
      : [
          `learned from ${plural(requests, 'plain request')}:`,
          ...summary.map((line) => `  ${oneLine(line)}`),
        ]),
  ]
    .flatMap((line) => wrapped(line, columns, START_ROWS))
    .map((line) => `${line}\n`)
    .join('');
}

/** Causes in full, and reasons for no judgement; what is beyond has a line on the last screen. */
const MAX_CAUSES = 20;
const MAX_UNJUDGED = 3;

/** Why cases were not judged, with the request of one. */
function unjudgedLines({ words, cases }: NotJudged, palette: Palette): TextLines {
  const [first] = cases;
  const [exchange] = first === undefined ? [] : exchangesOfFindings(first);
  return [
    `${palette.mark(first?.verdict ?? 'error')} ${palette.colours.bold(words)}`,
    `  in ${plural(cases.length, 'case')}, the first ${visibleLine(first?.case.id ?? '')}`,
    ...(exchange === undefined ? [] : briefExchangeLines(exchange, '', palette)),
  ];
}

/** A block for each broken must, and for each reason for which nothing could be judged. */
const causeBlocks = (
  { started, causes, unjudged }: Summary,
  palette: Palette,
  columns: number,
): readonly TextLines[] => [
  ...causes
    .filter(({ level }) => level === 'must')
    .slice(0, MAX_CAUSES)
    .map((cause) => causeLines(cause, started, palette, columns)),
  ...unjudged
    .slice(0, MAX_UNJUDGED)
    .map((each) => fitted(unjudgedLines(each, palette), columns, GLANCE_LINES)),
];

/** A case that did not pass, in full; one that a baseline knows in a line; skips are listed by reason at the end. */
function caseBlocks(event: CaseFinished, palette: Palette): readonly TextLines[] {
  const { verdict, known } = event;
  if (known !== undefined) {
    const words = `${visibleLine(event.case.id)}  known: it is listed in ${oneLine(known)}`;
    return [[`${palette.mark(verdict)} ${palette.colours.dim(words)}`]];
  }
  return verdict === 'pass' || verdict === 'skip' ? [] : [caseLines(event, palette)];
}

const blocksText = (blocks: readonly TextLines[]): string =>
  blocks.map((lines) => `\n${lines.join('\n')}\n`).join('');

/** The head at once, with `verbose` each case as it ends, the rest when the run is over. */
export function consoleReporter(options: ReporterOptions): Reporter {
  const { colour, columns = Number.POSITIVE_INFINITY, mode = 'causes' } = options;
  const palette = paletteOf(colour);
  const events: RunEvent[] = [];
  return {
    on(event: RunEvent): string {
      events.push(event);
      if (event.kind === 'run-started') return startText(event, palette, columns);
      if (event.kind === 'case-finished')
        return mode === 'verbose' ? blocksText(caseBlocks(event, palette)) : '';
      const summary = summaryOf(recordOf(events));
      const blocks = mode === 'causes' ? causeBlocks(summary, palette, columns) : [];
      return blocksText([...blocks, lastScreen(summary, options)]);
    },
  };
}
