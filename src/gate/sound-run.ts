/** The gates that every run has to pass: something was verified, nothing was cut off, and no must is broken. */
import type { CaseFinished } from '../engine/events.ts';
import { plural } from '../text/plural.ts';
import { totalsOf } from '../engine/verdict.ts';
import { objectIf, type Objection } from './objection.ts';
import { suiteCases, type RunFacts } from './run-facts.ts';

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
