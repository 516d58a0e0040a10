/** Finished cases of instances made by tests. */
import { caseOf } from '../../../report/test-helpers/streams.ts';
import { finding, type Finding } from '../../../judge/finding.ts';
import type { CaseFinished } from '../../../report/record/events.ts';
import { caseIdentity } from '../../../run/suite/verdict/case-event.ts';
import type { Instance } from '../../../cases/format/instance.ts';

type Changes = Partial<Pick<CaseFinished, 'verdict' | 'reason' | 'decided' | 'findings'>>;

/** The result of an instance, passed by default. */
export const finished = (instance: Instance, changes: Changes = {}): CaseFinished =>
  caseOf({ case: caseIdentity(instance), ...changes });

/** A finding of a clause, with the level of the clause. */
export const found = (clause: string): Finding => finding('wrong-outcome', clause, '', 'one', 'another');
