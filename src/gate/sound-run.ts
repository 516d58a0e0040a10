/** The gates that every run has to pass: something was verified, nothing was cut off, and no must is broken. */
import type { CaseFinished } from '../engine/events.ts';
import { plural } from '../text/plural.ts';
import { objectIf, type Objection } from './objection.ts';
import { suiteCases, type RunFacts } from './run-facts.ts';

/** Whether a failing case does not count against the run: it is known, or newer than what is required. */
export type Excused = (event: CaseFinished) => boolean;

/** A run that is whole, but of which no case passed, failed or lacks its reply. */
function verifiedNothing(facts: RunFacts): boolean {
  const judged = suiteCases(facts).some(({ verdict }) => verdict !== 'skip' && verdict !== 'warn');
  return facts.partial === '' && !judged;
}

function nothing(facts: RunFacts): readonly Objection[] {
  const warned = suiteCases(facts).filter(({ verdict }) => verdict === 'warn').length;
  const line =
    warned === 0 ? [] : [`nothing was verified: no case passed, ${plural(warned, 'case')} only warned`];
  return objectIf(verifiedNothing(facts), 'nothing', ...line);
}

/** A record that says it is whole, but lacks cases: lines were lost on the way. */
function lost(facts: RunFacts): readonly Objection[] {
  const missing = facts.planned - suiteCases(facts).length;
  return objectIf(
    facts.partial === '' && missing !== 0,
    'unsure',
    missing > 0
      ? `the record is not whole: ${missing} of ${plural(facts.planned, 'planned case')} are missing`
      : `the record is not one run: it holds ${plural(-missing, 'case')} more than were planned`,
  );
}

/** What no option can switch off. */
export function soundRun(facts: RunFacts, excused: Excused = () => false): readonly Objection[] {
  const { cases, partial, stoppedAnswering } = facts;
  return [
    ...objectIf(stoppedAnswering, 'outage'),
    ...nothing(facts),
    ...objectIf(
      cases.some((event) => event.verdict === 'fail' && !excused(event)),
      'broken',
    ),
    ...objectIf(partial !== '' || cases.some(({ verdict }) => verdict === 'error'), 'unsure'),
    ...lost(facts),
  ];
}
