/** What is wrong with the replies of one step: each by itself, or as some of several. */
import { breaksMust, finding, type Finding } from '../../judge/compare/finding.ts';
import { showOutcomes } from '../../judge/compare/show.ts';
import { judgeMasked } from '../../engine/judge-masked.ts';
import type { Sender } from '../../engine/send.ts';
import { ownFindings, type SetApart } from './run-wide-findings.ts';

/** The reply that best fits what some of several must be; undefined if none fits. */
export function bestOf(judged: readonly SetApart[]): SetApart | undefined {
  const fit = judged.filter(({ judgement }) => !breaksMust(judgement.findings));
  return fit.toSorted((a, b) => a.judgement.findings.length - b.judgement.findings.length)[0];
}

/** The findings of a `some`/`rest` step: some replies must match `allowed`, the others `rest`. */
function judgeSome(
  judged: readonly SetApart[],
  sender: Pick<Sender, 'dialect' | 'mask'>,
): readonly (readonly Finding[])[] {
  const [first] = judged;
  const best = bestOf(judged);
  const rest = judged.map((each) => {
    if (each === best) return each.judgement.findings;
    if (each.judgement.findings.length === 0 || each.planned.rest === undefined) return [];
    return ownFindings(judgeMasked(each.planned.rest, each.exchange, sender.dialect, sender.mask).findings);
  });
  if (best !== undefined || first === undefined) return rest;
  const { clause, outcomes } = first.planned.allowed;
  const none = finding(
    'none-of-many',
    clause,
    '',
    `at least one of ${judged.length} replies: ${showOutcomes(outcomes)}`,
    'none of them',
  );
  return rest.map((found, index) => (index === 0 ? [none, ...found] : found));
}

/** The findings of each reply of a step. */
export function judgeStep(
  judged: readonly SetApart[],
  sender: Pick<Sender, 'dialect' | 'mask'>,
): readonly (readonly Finding[])[] {
  const some = judged.some(({ planned }) => planned.rest !== undefined);
  return some ? judgeSome(judged, sender) : judged.map(({ judgement }) => judgement.findings);
}
