/** `--fail-on`: what else turns a run red. It only adds: what is broken stays red in any case. */
import type { CaseFinished } from '../engine/events.ts';
import { plural } from '../text/plural.ts';
import { VERDICT_WORDS, type Verdict } from '../engine/verdict.ts';
import { objectIf, type Objection } from './objection.ts';
import type { Excused } from './sound-run.ts';
import type { RunFacts } from './run-facts.ts';

const ended =
  (verdict: Verdict) =>
  (event: CaseFinished): boolean =>
    event.verdict === verdict;

/** Which cases each word turns red, and what they are called. `fail` always does. */
export const FAIL_ON = {
  fail: { is: ended('fail'), description: VERDICT_WORDS.fail },
  warn: { is: ended('warn'), description: VERDICT_WORDS.warn },
  skip: { is: ended('skip'), description: VERDICT_WORDS.skip },
  flaky: { is: ({ flaky }: CaseFinished): boolean => flaky !== undefined, description: 'flaky' },
} as const;

export type FailOn = keyof typeof FAIL_ON;

export const FAIL_ON_WORDS = Object.keys(FAIL_ON) as readonly FailOn[];

/** Words that need a lock: without one they would be ignored. Breaking drift always counts where there is a lock. */
export const DRIFT_WORDS = ['breaking', 'drift'] as const;

const FEW = 5;

/** `a, b and 3 more`. */
export function fewOf(names: readonly string[], most = FEW): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function objectTo(word: FailOn, events: readonly CaseFinished[]): readonly Objection[] {
  const ids = events.map((event) => event.case.id);
  const line = `--fail-on ${word}: ${plural(ids.length, 'case')} ${FAIL_ON[word].description}: ${fewOf(ids)}`;
  return objectIf(ids.length > 0, 'broken', line);
}

/** The objections to warned and skipped cases, where they are wanted. */
export function failOn(
  wanted: readonly string[],
  { cases }: RunFacts,
  excused: Excused = () => false,
): readonly Objection[] {
  return FAIL_ON_WORDS.filter((word) => word !== 'fail' && wanted.includes(word)).flatMap((word) =>
    objectTo(
      word,
      cases.filter((event) => FAIL_ON[word].is(event) && !excused(event)),
    ),
  );
}
