/** Cases without a verdict on the target: skipped ones by what they need, or else by why, as errored ones. */
import { isOpen, mustCellsOf, seenCells } from '../record/case-evidence.ts';
import type { CaseFinished, RunStarted } from '../record/events.ts';
import type { Verdict } from '../record/verdict.ts';
import { isShipped } from '../../cases/format/suite-files.ts';
import { headed } from '../../base/text/columns.ts';
import { grouped } from '../../base/text/grouping.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';

/** Cases that share why they were not judged. */
export interface NotJudged {
  readonly words: string;
  readonly cases: readonly CaseFinished[];
}

export interface NeedGroup {
  /** What to declare, in words: `a Player key without rules`. */
  readonly need: string;
  /** How many must cells that count are checked by these cases and not verified yet. */
  readonly cells: number;
  readonly cases: readonly CaseFinished[];
}

/** What cases need, each need once: first what the most must cells need, then what the most cases do. */
export function needsOf(cases: readonly CaseFinished[]): readonly NeedGroup[] {
  const open = new Set([...seenCells(cases)].flatMap(([name, cell]) => (isOpen(cell) ? [name] : [])));
  const lacking = cases.filter(({ need }) => need !== undefined);
  return [...grouped(lacking, ({ need = '' }) => need)]
    .map(([need, its]) => ({
      need,
      cells: new Set(its.flatMap((each) => mustCellsOf(each.case)).filter((name) => open.has(name))).size,
      cases: its,
    }))
    .sort((a, b) => b.cells - a.cells || b.cases.length - a.cases.length);
}

/** `83 must cells need a Player key without rules`; where no must cell does: `2 cases need ...`. */
export function needWords({ need, cells, cases }: NeedGroup): string {
  const [count, word] = cells > 0 ? [cells, 'must cell'] : [cases.length, 'case'];
  return `${plural(count, word)} ${count === 1 ? 'needs' : 'need'} ${oneLine(need)}`;
}

/** The same, with the place of its first case that is the user's own. */
function placedWords(group: NeedGroup): string {
  const own = group.cases.find((each) => !isShipped(each.case.file))?.case;
  return `${needWords(group)}${own === undefined ? '' : visibleLine(` (${own.file}:${own.line})`)}`;
}

/** Where to find what is needed; none where no must cell needs it, and for what a case names: what only some backends have is not in the kit. */
export const seedKitLines = (needs: readonly NeedGroup[]): readonly string[] =>
  needs.some(({ cells, cases }) => cells > 0 && !cases.every(({ named }) => named))
    ? ['fixtures/seed-kit.yaml has one of each (docs/seeding.md)']
    : [];

/** The first needs, a line each, how to see the others of this target, and where to find one of each; none where nothing is needed. */
export function needLines(
  needs: readonly NeedGroup[],
  runWords: string | undefined,
  most = 5,
): readonly string[] {
  const more = needs.length - most;
  const how = runWords === undefined ? '' : ` (npx tagproof list --lint ${visibleLine(runWords)})`;
  return [
    ...needs.slice(0, most).map(placedWords),
    ...(more > 0 ? [`and ${more} more${how}`] : []),
    ...seedKitLines(needs),
  ];
}

/** The same below a heading; nothing where nothing is needed. */
export const toDeclareLines = (
  needs: readonly NeedGroup[],
  { worldFile, runWords }: Pick<RunStarted, 'worldFile' | 'runWords'>,
): readonly string[] =>
  headed(
    `to verify more, declare${worldFile === undefined ? '' : ` in ${visibleLine(worldFile)}`}:`,
    needLines(needs, runWords),
  );

/** Cases of a verdict that need nothing, by their reasons; the most cases first. */
export const byReason = (cases: readonly CaseFinished[], verdict: Verdict): readonly NotJudged[] =>
  [
    ...grouped(
      cases.filter((each) => each.verdict === verdict && each.need === undefined),
      ({ reason }) => oneLine(reason) || 'no reason given',
    ),
  ]
    .map(([words, its]) => ({ words, cases: its }))
    .sort((a, b) => b.cases.length - a.cases.length);
