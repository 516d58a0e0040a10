/** What a run comes to, on one screen: the verdict, the causes a line each, what was verified, what to declare, the totals. */
import { lastLine, VERDICT_WORDS } from '../record/verdict.ts';
import { inColumns, wrapped, type TextLines } from '../../base/text/columns.ts';
import { plural } from '../../base/text/quantities.ts';
import { requestsText } from '../facts/run-facts.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import { toDeclareLines } from '../facts/needs.ts';
import type { Summary, Tone } from '../facts/summary.ts';
import type { ReporterOptions } from '../record/reporter.ts';
import { causeRow } from './cause-lines.ts';
import { type Colours, type Palette, paletteOf } from './colours.ts';

/** The most entries of each kind, and the most rows of an entry in a narrow terminal. */
const SCREEN_BOUNDS = { partial: 3, causes: 12, reasons: 5, rows: 8 } as const;

/** `failing`: up to how many lines causes that fail may take. `hint`: how to see every cause. */
interface CauseBounds {
  readonly failing: number;
  readonly hint: string;
}

/** The hint is true of a run and of its record alike. */
const LAST_SCREEN: CauseBounds = { failing: 30, hint: ' (--reporter markdown names every cause)' };
const ONE_SCREEN: CauseBounds = { failing: SCREEN_BOUNDS.causes, hint: '' };

const TONES = { good: 'green', warned: 'yellow', bad: 'red', unknown: 'yellow' } as const satisfies Record<
  Tone,
  keyof Colours
>;

/** `hint`: how to see the rest. */
const few = (lines: TextLines, most: number, what: string, hint = ''): TextLines =>
  lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `  and ${plural(lines.length - most + 1, `more ${what}`)}${hint}`];

/** A line for each cause, musts first, also before a should that explains others: warnings are left out before any of them. */
function causeRows({ causes }: Summary, { mark }: Palette, bounds: CauseBounds): TextLines {
  const ordered = causes.toSorted((a, b) => Number(a.level === 'should') - Number(b.level === 'should'));
  const failing = ordered.filter(({ level }) => level === 'must').length;
  const lines = inColumns(ordered.map(causeRow)).map(
    (line, at) => `  ${mark(at < failing ? 'fail' : 'warn')} ${line}`,
  );
  const most = Math.max(SCREEN_BOUNDS.causes, Math.min(failing + 1, bounds.failing));
  const failingLeft = failing - most + 1;
  return few(
    lines,
    most,
    'cause',
    `${failingLeft > 0 ? `, ${failingLeft} of them failing` : ''}${bounds.hint}`,
  );
}

/** `12 skipped: needs a secret key with limits.requestsPerSecond`: why cases have no finding, each reason once. */
const reasonLines = ({ unjudged, skipped }: Summary): TextLines =>
  [...unjudged, ...skipped].map(
    ({ words, cases }) => `${cases.length} ${VERDICT_WORDS[cases[0]?.verdict ?? 'error']}: ${words}`,
  );

/** `fixed: fuzz/…@group.admin`: what became of failures that `fuzz` found and saved as cases, a line each. */
const againLines = ({ cases }: Summary): TextLines =>
  cases.flatMap(({ again, case: { id } }) => (again === undefined ? [] : [`${again}: ${visibleLine(id)}`]));

/** `FAILED: 6 causes in 406 cases`, why the run is not whole, and a line for each cause and each reason. */
export function verdictLines(summary: Summary, palette: Palette, bounds = ONE_SCREEN): TextLines {
  const { headline, partial } = summary;
  const { colours } = palette;
  return [
    colours.bold(colours[TONES[headline.tone]](visibleLine(headline.words))),
    ...few(partial, SCREEN_BOUNDS.partial, 'line').map((line, at) =>
      colours.yellow(at === 0 ? `partial: ${line}` : `  ${line}`),
    ),
    ...causeRows(summary, palette, bounds),
    ...few(reasonLines(summary), SCREEN_BOUNDS.reasons, 'reason'),
  ];
}

/** Lines for a terminal of so many columns: what is longer goes on in the next row. */
export function lastScreen(
  summary: Summary,
  { colour, columns = Number.POSITIVE_INFINITY, files = [] }: ReporterOptions,
): TextLines {
  const { started, finished, needs, verified, answers } = summary;
  const grown = finished.atOnce === undefined ? '' : `, ${finished.atOnce} at once in the end`;
  return [
    ...verdictLines(summary, paletteOf(colour), LAST_SCREEN),
    ...few(againLines(summary), SCREEN_BOUNDS.causes, 'case'),
    ...verified,
    ...toDeclareLines(needs, started),
    ...answers,
    `${oneLine(started.target)}: ${requestsText(finished)}${grown}`,
    ...(files.length === 0 ? [] : [`reports: ${files.map(visibleLine).join(', ')}`]),
    lastLine(finished.totals),
  ].flatMap((line) => wrapped(line, columns, SCREEN_BOUNDS.rows));
}
