/** The one screen of `run --watch`: what failed, a line for each cause, the first cause in full, and the keys. */
import { lastLine, totalsOf } from '../record/verdict.ts';
import { plural, showDuration } from '../../base/text/quantities.ts';
import { wrapped } from '../../base/text/columns.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { Summary } from '../facts/summary.ts';
import { causeLines } from './cause-lines.ts';
import type { Palette } from './colours.ts';
import { verdictLines } from './last-screen.ts';

/** What is shown. */
export interface Screen {
  readonly target: string;
  /** The latest result of each selected case, and what the last run says as a whole. */
  readonly summary: Summary;
  /** How many cases ran last, and for how many milliseconds; undefined: none has run. */
  readonly ran: { readonly count: number; readonly ms: number } | undefined;
  /** How many cases run just now; undefined: none. */
  readonly running: number | undefined;
  /** What the user should know first: a file that can't be read, a target that is gone. */
  readonly trouble: string;
  /** What limits the cases; empty: nothing does. */
  readonly filter: string;
  /** The filter that is being typed; undefined: none is. */
  readonly typing: string | undefined;
}

const KEY_HELP = 'Enter all, f failed, / filter, q quit; saved files re-run automatically';

/** A sentence that does not fit goes on for so many lines. */
const LINES_OF_TEXT = 5;

function resultLines(
  { summary, ran, running, trouble }: Screen,
  palette: Palette,
  columns: number,
): readonly string[] {
  const now = running === undefined ? undefined : `running ${plural(running, 'case')}`;
  if (ran === undefined) return [now ?? (trouble === '' ? 'starting' : 'nothing has run')];
  const { causes, started, cases } = summary;
  const [first] = causes;
  return [
    ...verdictLines(summary, palette),
    ...wrapped(
      `${now ?? `${plural(ran.count, 'case')} ran in ${showDuration(ran.ms)}`}; of all: ${lastLine(totalsOf(cases))}`,
      columns,
      LINES_OF_TEXT,
    ),
    ...(first === undefined ? [] : ['', ...causeLines(first, started, palette, columns)]),
  ];
}

/** The lines of the screen, as many as there is room for. */
export function screenLines(
  screen: Screen,
  palette: Palette,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const { target, trouble, filter, typing } = screen;
  const lines = [
    `tagproof --watch: ${visibleLine(target)}${filter === '' ? '' : `, only ${filter}`}`,
    ...(trouble === ''
      ? []
      : [...trouble.split('\n').flatMap((line) => wrapped(visibleLine(line), columns, LINES_OF_TEXT)), '']),
    ...resultLines(screen, palette, columns),
  ];
  const keys = wrapped(
    typing === undefined
      ? palette.colours.dim(KEY_HELP)
      : `/${typing}_  (a part of a name, or a glob; Enter takes it, Esc leaves it)`,
    columns,
    2,
  );
  return [
    ...lines.slice(0, rows - 2 - keys.length).flatMap((line) => wrapped(line, columns, 1)),
    '',
    ...keys,
  ];
}
