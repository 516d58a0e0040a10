/** The one screen of `run --watch`: the verdict, what is wrong in a few lines a case, and the keys. */
import type { CaseFinished } from '../record/events.ts';
import { lastLine, totalsOf, type Verdict } from '../record/verdict.ts';
import { FINDING_KINDS } from '../../judge/finding.ts';
import { placeLines } from './case-lines.ts';
import type { Palette } from './colours.ts';
import { plural, showDuration } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';

/** What is shown. */
export interface Screen {
  readonly target: string;
  /** The latest result of each selected case, and what the last run says as a whole. */
  readonly cases: readonly CaseFinished[];
  /** How many cases ran last, and for how many milliseconds; undefined: none has run. */
  readonly ran: { readonly count: number; readonly ms: number } | undefined;
  /** What the user should know first: a file that can't be read, a target that is gone. */
  readonly trouble: string;
}

export const KEYS = 'q quits, a runs all, f what failed; saved files run by themselves';

/** Room for the mark of a verdict. */
const MARK = 6;

/** A line of plain text that does not wrap, also behind a mark. */
const cutTo = (columns: number, line: string): string =>
  line.length <= columns - MARK ? line : `${line.slice(0, Math.max(0, columns - MARK - 1))}…`;

/** The worst first. */
const WRONG: readonly Verdict[] = ['fail', 'error', 'warn'];

/** A case that is not right: its first finding, or why there is none. */
function caseBlock(event: CaseFinished, { colours, mark }: Palette, columns: number): readonly string[] {
  const { findings, reason } = event;
  const [found] = findings;
  const cut = (text: string): string => cutTo(columns, visibleLine(text));
  const place = placeLines(event).map((each) => `, ${each}`);
  return [
    '',
    `${mark(event.verdict)} ${colours.bold(cut(`${event.case.id}${place.join('')}`))}`,
    ...(found === undefined
      ? [cut(`  ${reason}`)]
      : [
          cut(`  ${FINDING_KINDS[found.kind]} (${found.clause})`),
          colours.green(cut(`  expected  ${found.expected}`)),
          colours.red(cut(`  actual    ${found.actual}`)),
        ]),
  ];
}

function headline({ cases, ran, trouble }: Screen): string {
  if (ran === undefined && trouble === '') return 'running';
  if (ran === undefined) return 'nothing has run';
  return `${plural(ran.count, 'case')} ran in ${showDuration(ran.ms)}; of all: ${lastLine(totalsOf(cases))}`;
}

/** The lines of the screen, never more than there is room for. */
export function screenLines(
  screen: Screen,
  palette: Palette,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const { colours } = palette;
  const wrong = WRONG.flatMap((verdict) => screen.cases.filter((each) => each.verdict === verdict));
  const top = [
    `tagproof --watch: ${screen.target}`,
    headline(screen),
    ...(screen.trouble === '' ? [] : ['', ...screen.trouble.split('\n')]),
  ];
  const room = rows - 3;
  const lines = top.slice(0, room).map((line) => cutTo(columns, visibleLine(line)));
  let shown = 0;
  for (const event of wrong) {
    const block = caseBlock(event, palette, columns);
    if (lines.length + block.length > room) break;
    lines.push(...block);
    shown += 1;
  }
  const more = wrong.length - shown;
  return [...lines, more > 0 ? `… and ${more} more` : '', colours.dim(cutTo(columns, KEYS))];
}
