/** Why a run is not whole, and how much of it ran. */
import { isBesideSuite, type CaseFinished } from '../../engine/events.ts';
import type { RunRecord } from '../reporters/run-record.ts';
import { visibleLine } from '../../text/visible.ts';

/** Cases that were planned. */
const ranOf = (cases: readonly CaseFinished[]): number => cases.filter((each) => !isBesideSuite(each)).length;

/** `5 of 9 cases ran: interrupted`, then a line for each thing more to say; none where every planned case ran. */
export function partialLines({ started, cases, finished: { partial } }: RunRecord): readonly string[] {
  if (partial === '') return [];
  const ran = ranOf(cases);
  const counts = ran < started.planned ? `${ran} of ${started.planned} cases ran: ` : '';
  const [first = '', ...more] = partial.split('\n').map(visibleLine);
  return [`${counts}${first}`, ...more];
}
