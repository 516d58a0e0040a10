/** Confirming a failure that rests on what was learned: it counts as one only when it is seen again. */
import { bucketKey } from '../../judge/compare/finding.ts';
import type { CaseResult } from './case-result.ts';

/** How often a case is run again until it fails by the same clause in the same way. */
const MOST_REPEATS = 3;

const causesOf = ({ findings }: CaseResult): ReadonlySet<string> =>
  new Set(findings.filter(([{ level }]) => level === 'must').map(([found]) => bucketKey(found)));

function sharesCause(a: CaseResult, b: CaseResult): boolean {
  const causes = causesOf(a);
  return [...causesOf(b)].some((cause) => causes.has(cause));
}

/** The result with what its repeats say; a failure that none of them shows again is a warning. */
export async function confirmed(first: CaseResult, again: () => Promise<CaseResult>): Promise<CaseResult> {
  for (let repeat = 1; repeat <= MOST_REPEATS; repeat += 1) {
    const result = await again();
    if (result.verdict === 'error') break;
    if (sharesCause(first, result)) return { ...first, notes: [...first.notes, 'seen again in a repeat'] };
  }
  return {
    ...first,
    verdict: 'warn',
    notes: [...first.notes, `not seen again in ${MOST_REPEATS} repeats, so it is not a failure`],
  };
}
