/** What a run comes to, on one screen: the verdict in words, the causes a line each, what was verified, what to do next, the totals. */
import type { RunRecord } from '../record/events.ts';
import { lastLine } from '../record/verdict.ts';
import { seedLines } from '../record/case-evidence.ts';
import { fitted, inColumns, wrapped } from '../../base/text/columns.ts';
import { plural } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { causesOf, isNew, type Cause } from '../facts/causes.ts';
import { headlineOf, type Tone } from '../facts/headline.ts';
import { suggestionLines, suggestions } from '../facts/suggestions.ts';
import type { ReporterOptions } from '../record/reporter.ts';
import { causeRow, MAX_LINES } from './cause-lines.ts';
import { type Colours, type Palette, paletteOf } from './colours.ts';
import {
  answerLines,
  factsLine,
  knownLines,
  partialLines,
  reasonLines,
  uncountedLines,
  verifiedLine,
} from './run-lines.ts';

type Lines = readonly string[];

/** The fewest lines about causes, and about what was not judged, however much else there is to say. */
const MIN_CAUSES = 6;
const MIN_REASONS = 2;
const MAX_PARTIAL = 3;
/** Of a suggestion that takes more lines there is the first alone. */
const MAX_SUGGESTION = 6;

const TONES = { good: 'green', warned: 'yellow', bad: 'red', unknown: 'yellow' } as const satisfies Record<
  Tone,
  keyof Colours
>;

/** `not conformant: 6 causes in 406 cases`. */
function verdictLine(record: RunRecord, causes: readonly Cause[], { colours }: Palette): string {
  const { tone, words } = headlineOf(record);
  const cases = new Set(causes.flatMap((each) => each.cases)).size;
  const extent = causes.length === 0 ? '' : `: ${plural(causes.length, 'cause')} in ${plural(cases, 'case')}`;
  return colours.bold(colours[TONES[tone]](`${words}${extent}`));
}

function few(lines: Lines, most: number, more: (count: number) => string): Lines {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), more(lines.length - most + 1)];
}

/** One suggestion, where it is short; how to see what a staging backend lacks where it is much. */
function nextLines({ started, cases, finished: { cells } }: RunRecord): Lines {
  if (cells === undefined) return [];
  if (cells.mustCells === 0) return uncountedLines(cells);
  const [first] = cells.verified === cells.mustCells ? [] : suggestions(cases, 1);
  const lines = first === undefined ? [] : suggestionLines(first, started.worldFile);
  return [
    verifiedLine(cells),
    ...uncountedLines(cells),
    ...(lines.length <= MAX_SUGGESTION ? lines : lines.slice(0, 1)),
    ...(cells.whole && first !== undefined ? seedLines(cells) : []),
  ];
}

/** At most 25 lines whatever happened: those of causes and reasons cut to the terminal, the others wrapped; the last are the totals. */
export function lastScreen(
  record: RunRecord,
  { colour, columns = Number.POSITIVE_INFINITY, files = [] }: ReporterOptions,
): Lines {
  const { started, cases, finished } = record;
  const palette = paletteOf(colour);
  const causes = causesOf(cases.filter(isNew));
  const cut = (lines: Lines): Lines => lines.flatMap((line) => wrapped(line, columns, 1));
  // What failed or warned without a finding is no cause: its reason says what is wrong.
  const bare = cases.filter((each) => isNew(each) && each.findings.length === 0);
  const reasons = cut([
    ...reasonLines(bare, 'fail'),
    ...reasonLines(bare, 'warn'),
    ...reasonLines(cases, 'error'),
    ...reasonLines(cases, 'skip'),
  ]);
  const verdict = wrapped(verdictLine(record, causes, palette), columns, 2);
  const others = fitted(
    [
      ...knownLines(record),
      ...few(partialLines(record), MAX_PARTIAL, (count) => `  and ${plural(count, 'more line')}`).map(
        palette.colours.yellow,
      ),
      ...nextLines(record),
      ...answerLines(finished, cases),
      factsLine(started, finished),
      ...(files.length === 0 ? [] : [`reports: ${files.map(visibleLine).join(', ')}`]),
      `${started.plan?.quick === undefined ? '' : 'quick: '}${lastLine(finished.totals)}`,
    ],
    columns,
    MAX_LINES - verdict.length - MIN_CAUSES - MIN_REASONS,
  );
  const room = MAX_LINES - others.length - verdict.length;
  const rows = cut(
    inColumns(causes.map(causeRow)).map(
      (line, at) => `  ${palette.mark(causes[at]?.level === 'must' ? 'fail' : 'warn')} ${line}`,
    ),
  );
  const shown = few(
    rows,
    Math.max(MIN_CAUSES, room - Math.min(MIN_REASONS, reasons.length)),
    (count) => `  and ${plural(count, 'more cause')}`,
  );
  return [
    ...verdict,
    ...shown,
    ...few(
      reasons,
      Math.max(MIN_REASONS, room - shown.length),
      (count) => `and ${plural(count, 'more line')}`,
    ),
    ...others,
  ];
}
