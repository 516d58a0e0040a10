/** Why cases were skipped or ended in an error, each reason once. */
import type { CaseFinished } from '../../engine/events.ts';
import { VERDICT_WORDS, type Verdict } from '../../engine/verdict.ts';
import { counted } from '../../text/grouping.ts';
import { oneLine } from '../../text/visible.ts';

const MOST_REASONS = 12;

const total = (counts: readonly (readonly [unknown, number])[]) =>
  counts.reduce((sum, [, count]) => sum + count, 0);

/** `12 skipped: needs a secret key with limits.requestsPerSecond`, a line for each reason. */
export function reasonLines(cases: readonly CaseFinished[], verdict: Verdict): readonly string[] {
  const word = VERDICT_WORDS[verdict];
  const reasons = cases.filter((each) => each.verdict === verdict).map(({ reason }) => oneLine(reason));
  const counts = counted(reasons);
  const lines = counts
    .slice(0, MOST_REASONS)
    .map(([reason, count]) => `${count} ${word}${reason === '' ? '' : `: ${reason}`}`);
  const more = counts.slice(MOST_REASONS);
  return more.length === 0 ? lines : [...lines, `${total(more)} ${word} for ${more.length} other reasons`];
}
