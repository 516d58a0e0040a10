/** Finished cases of handmade instances. */
import { caseOf } from '../../report/test-helpers/streams.ts';
import { finding, type Finding } from '../../judge/compare/finding.ts';
import type { CaseFinished } from '../../engine/events.ts';
import { identityOf } from '../../run/events/case-event.ts';
import type { Instance } from '../../suite/format/instance.ts';

type Changes = Partial<Pick<CaseFinished, 'verdict' | 'reason' | 'decided' | 'findings'>>;

/** What became of an instance: it passed unless `changes` says otherwise. */
export const finished = (instance: Instance, changes: Changes = {}): CaseFinished =>
  caseOf({ case: identityOf(instance), ...changes });

/** A finding of a clause; the clause gives its level. */
export const found = (clause: string): Finding => finding('wrong-outcome', clause, '', 'one', 'another');
