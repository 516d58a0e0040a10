/** How the cases of each chapter ended. */
import type { CaseFinished } from '../../engine/events.ts';
import { totalsOf, VERDICT_WORDS, VERDICTS, type Totals } from '../../engine/verdict.ts';
import { grouped } from '../../text/grouping.ts';

export interface ChapterCounts {
  readonly chapter: string;
  readonly totals: Totals;
}

/** Each chapter with the totals of its cases, in the order of the files. */
export function chapterCounts(cases: readonly CaseFinished[]): readonly ChapterCounts[] {
  const inOrder = cases.toSorted((a, b) => a.case.index - b.case.index);
  const chapters = grouped(inOrder, (each) => each.case.chapter);
  return [...chapters].map(([chapter, its]) => ({ chapter, totals: totalsOf(its) }));
}

/** `3 failed, 1 warned, 20 passed`: what there is, what matters most first. */
export function showTotals(totals: Totals): string {
  return [...VERDICTS.slice(1), ...VERDICTS.slice(0, 1)]
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`)
    .join(', ');
}
