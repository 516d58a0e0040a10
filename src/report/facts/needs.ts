/** Cases without a verdict on the target: skipped ones by what they need, or else by why, as errored ones. */
import { cellSetsOf, mustCellsOf, uncountedIn } from '../record/case-evidence.ts';
import type { CaseFinished } from '../record/events.ts';
import type { Verdict } from '../record/verdict.ts';
import { grouped } from '../../base/text/grouping.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';

export interface NeedGroup {
  /** What to declare, in words: `a Player key without rules`. */
  readonly need: string;
  /** How many must cells that count are checked by these cases and not verified yet. */
  readonly cells: number;
  readonly cases: readonly CaseFinished[];
}

/** What cases need, each need once: first what the most must cells need, then what the most cases do. */
export function needsOf(cases: readonly CaseFinished[]): readonly NeedGroup[] {
  const { failed, verified } = cellSetsOf(cases);
  const uncounted = uncountedIn(cases);
  const isOpen = (cell: string): boolean => !failed.has(cell) && !verified.has(cell) && !uncounted.has(cell);
  const lacking = cases.filter(({ need }) => need !== undefined);
  return [...grouped(lacking, ({ need = '' }) => need)]
    .map(([need, its]) => ({
      need,
      cells: new Set(its.flatMap((each) => mustCellsOf(each.case)).filter(isOpen)).size,
      cases: its,
    }))
    .sort((a, b) => b.cells - a.cells || b.cases.length - a.cases.length);
}

/** `83 must cells need a Player key without rules`; where no must cell does: `2 cases need ...`. */
export function needWords({ need, cells, cases }: NeedGroup): string {
  const [count, word] = cells > 0 ? [cells, 'must cell'] : [cases.length, 'case'];
  return `${plural(count, word)} ${count === 1 ? 'needs' : 'need'} ${oneLine(need)}`;
}

/** Where to find what is needed; none where no must cell needs it: what only some backends have is not in the kit. */
export const seedKitLines = (needs: readonly NeedGroup[]): readonly string[] =>
  needs.some(({ cells }) => cells > 0) ? ['fixtures/seed-kit.yaml has one of each (docs/seeding.md)'] : [];

/** The first needs, a line each, how to see the others, and where to find one of each; none where nothing is needed. */
export function needLines(
  needs: readonly NeedGroup[],
  file: string | undefined,
  most = 5,
): readonly string[] {
  const more = needs.length - most;
  const how = file === undefined ? '' : ` (tagproof list --lint --target ${visibleLine(file)})`;
  return [
    ...needs.slice(0, most).map(needWords),
    ...(more > 0 ? [`and ${more} more${how}`] : []),
    ...seedKitLines(needs),
  ];
}

/** Cases that share why they were not judged. */
export interface NotJudged {
  readonly words: string;
  readonly cases: readonly CaseFinished[];
}

/** By their reasons; the most cases first. */
function byReason(cases: readonly CaseFinished[], verdict: Verdict): readonly NotJudged[] {
  const its = cases.filter((each) => each.verdict === verdict && each.need === undefined);
  return [...grouped(its, ({ reason }) => oneLine(reason))]
    .map(([words, all]) => ({ words, cases: all }))
    .sort((a, b) => b.cases.length - a.cases.length);
}

/** Skipped cases: by their needs, then by their reasons. */
export const skippedOf = (cases: readonly CaseFinished[]): readonly NotJudged[] => [
  ...needsOf(cases).map((each) => ({ words: needWords(each), cases: each.cases })),
  ...byReason(cases, 'skip'),
];

/** Cases without a reply to judge. */
export const erroredOf = (cases: readonly CaseFinished[]): readonly NotJudged[] => byReason(cases, 'error');
