/** The gates of every run: those that it always has to pass, `--fail-on` and `--min-coverage`, which only add to them. */
import type { CaseFinished, MustCells } from '../engine/events.ts';
import { fewOf, plural, shareText } from '../text/quantities.ts';
import { totalsOf, type Verdict, VERDICT_WORDS } from '../engine/verdict.ts';
import { objectIf, type Objection, type RunFacts, suiteCases } from './gate.ts';

/** Whether a failing case does not count against the run: it is known, or newer than what is required. */
export type Excused = (event: CaseFinished) => boolean;

/** A whole run in which no case passed, broke anything new or lacked its reply: it verified nothing. */
function verifiedNothing(facts: RunFacts, excused: Excused): boolean {
  const description = (event: CaseFinished): boolean =>
    event.verdict === 'pass' || event.verdict === 'error' || (event.verdict === 'fail' && !excused(event));
  return facts.partial === '' && !suiteCases(facts).some(description);
}

function nothing(facts: RunFacts, excused: Excused): readonly Objection[] {
  const { fail, warn } = totalsOf(suiteCases(facts));
  const known = fail === 0 ? [] : [`${plural(fail, 'case')} failed, which does not count against the target`];
  const warned = warn === 0 ? [] : [`${plural(warn, 'case')} only warned`];
  const others = [...known, ...warned];
  const line = others.length === 0 ? [] : [`nothing was verified: no case passed, ${others.join(', ')}`];
  return objectIf(verifiedNothing(facts, excused), 'nothing', ...line);
}

/** A record that says it is whole, but lacks cases: lines were lost on the way. */
function lost(facts: RunFacts): readonly Objection[] {
  const missing = facts.planned - suiteCases(facts).length;
  return objectIf(
    facts.partial === '' && missing !== 0,
    'unsure',
    missing > 0
      ? `the record is incomplete: ${missing} of ${plural(facts.planned, 'planned case')} are missing`
      : `the record is not one run: it holds ${plural(-missing, 'case')} more than were planned`,
  );
}

/** What no option can switch off. */
export function soundRun(facts: RunFacts, excused: Excused = () => false): readonly Objection[] {
  const { cases, partial, stoppedAnswering } = facts;
  return [
    ...objectIf(stoppedAnswering, 'outage'),
    ...nothing(facts, excused),
    ...objectIf(
      cases.some((event) => event.verdict === 'fail' && !excused(event)),
      'broken',
    ),
    ...objectIf(partial !== '' || cases.some(({ verdict }) => verdict === 'error'), 'unsure'),
    ...lost(facts),
  ];
}

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

// `--min-coverage 95%`: the share of must cells that have to be verified.

/** Objects where less than the percentage is verified, or where there is no cell to verify. */
export function minCoverage(
  percent: number | undefined,
  { verified, mustCells }: Pick<MustCells, 'verified' | 'mustCells'>,
): readonly Objection[] {
  if (percent === undefined) return [];
  const enough = mustCells > 0 && 100 * verified >= percent * mustCells;
  return objectIf(
    !enough,
    'broken',
    `--min-coverage ${percent}%: ${verified} of ${mustCells} must cells verified (${shareText(verified, mustCells)})`,
  );
}
