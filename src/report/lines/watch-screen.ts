/** The one screen of `run --watch`: the verdict, a few lines for each cause, and the keys. */
import { lastLine, totalsOf } from '../record/verdict.ts';
import { fewLines, plural, showDuration } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { Cause } from '../facts/causes.ts';
import type { NotJudged } from '../facts/needs.ts';
import type { Summary } from '../facts/summary.ts';
import { clauseText, placeLines, shortValue } from './case-lines.ts';
import type { Palette } from './colours.ts';
import { headlineText } from './last-screen.ts';

/** What is shown. */
export interface Screen {
  readonly target: string;
  /** The latest result of each selected case, and what the last run says as a whole. */
  readonly summary: Summary;
  /** How many cases ran last, and for how many milliseconds; undefined: none has run. */
  readonly ran: { readonly count: number; readonly ms: number } | undefined;
  /** What the user should know first: a file that can't be read, a target that is gone. */
  readonly trouble: string;
  /** What limits the cases; empty: nothing does. */
  readonly filter: string;
  /** The filter that is being typed; undefined: none is. */
  readonly typing: string | undefined;
}

const KEY_HELP = 'Enter all, f failed, / filter, q quit; saved files re-run automatically';

/** A cause: the clause, the case to look at, expected above actual. */
function causeBlock(cause: Cause, { colours, mark }: Palette): readonly string[] {
  const { level, cases, example, finding } = cause;
  const where = [visibleLine(example.case.id), ...placeLines(example)];
  return [
    '',
    `${mark(level === 'must' ? 'fail' : 'warn')} ${colours.bold(clauseText(cause))}`,
    `  ${where.join(', ')}${cases.length === 1 ? '' : `, and ${cases.length - 1} more`}`,
    `  expected  ${colours.green(shortValue(finding.expected))}`,
    `  actual    ${colours.red(shortValue(finding.actual))}`,
  ];
}

const reasonBlock = ({ words, cases }: NotJudged, { mark, colours }: Palette): readonly string[] => {
  const [first] = cases;
  const ids = cases.map((each) => visibleLine(each.case.id));
  return [
    '',
    `${mark(first?.verdict ?? 'error')} ${colours.bold(words)}`,
    `  ${fewLines(ids, 3).join(', ')}`,
  ];
};

/** A line that does not wrap: its text cut, its colours kept. */
function cutTo(columns: number, line: string): string {
  // oxlint-disable-next-line no-control-regex
  const parts = line.split(/(\u001b\[\d+m)/);
  let room = columns;
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return part;
      const shown =
        part.length <= room ? part : `${part.slice(0, Math.max(0, room - 1))}${room > 0 ? '…' : ''}`;
      room -= shown.length;
      return shown;
    })
    .join('');
}

function headline({ summary, ran, trouble }: Screen, palette: Palette): readonly string[] {
  if (ran === undefined) return [trouble === '' ? 'running' : 'nothing has run'];
  return [
    headlineText(summary, palette),
    `${plural(ran.count, 'case')} ran in ${showDuration(ran.ms)}; of all: ${lastLine(totalsOf(summary.cases))}`,
  ];
}

/** The lines of the screen, never more than there is room for. */
export function screenLines(
  screen: Screen,
  palette: Palette,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const { causes, bare, errored } = screen.summary;
  const blocks = [
    ...causes.filter(({ level }) => level === 'must').map((each) => causeBlock(each, palette)),
    ...[...errored, ...bare].map((each) => reasonBlock(each, palette)),
    ...causes.filter(({ level }) => level === 'should').map((each) => causeBlock(each, palette)),
  ];
  const room = rows - 3;
  const lines = [
    `tagproof --watch: ${visibleLine(screen.target)}${screen.filter === '' ? '' : `, only ${screen.filter}`}`,
    ...headline(screen, palette),
    ...(screen.trouble === '' ? [] : ['', ...screen.trouble.split('\n').map(visibleLine)]),
  ].slice(0, room);
  let shown = 0;
  for (const block of blocks) {
    if (lines.length + block.length > room) break;
    lines.push(...block);
    shown += 1;
  }
  const more = blocks.length - shown;
  const keys =
    screen.typing === undefined
      ? palette.colours.dim(KEY_HELP)
      : `/${screen.typing}_  (a part of a name, or a glob; Enter takes it, Esc leaves it)`;
  return [...lines, more > 0 ? `… and ${more} more` : '', keys].map((line) => cutTo(columns, line));
}
