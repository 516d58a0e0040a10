/** What a finished case says of clauses. */
import type { Level } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { CaseFinished } from '../run/events.ts';
import type { Verdict } from '../run/verdict.ts';
import type { Instance } from '../suite/instance.ts';
import type { Testimony } from './cell.ts';

const BROKEN = { must: 'failed', should: 'warned' } as const satisfies Record<Level, Testimony['status']>;

/** What a case says of a clause of its own that none of its findings names. */
const OTHERWISE = {
  pass: () => ({ status: 'verified', why: '' }),
  warn: () => ({ status: 'verified', why: '' }),
  fail: ({ findings: [first] }) => ({
    status: 'skipped',
    why: `the case fails by another clause: ${first?.clause ?? ''}`,
  }),
  skip: ({ reason }) => ({ status: 'skipped', why: reason }),
  error: ({ reason }) => ({ status: 'skipped', why: `no reply to judge: ${reason}` }),
} as const satisfies Record<Verdict, (event: CaseFinished) => Pick<Testimony, 'status' | 'why'>>;

/** Every clause that the case checks or that it found broken, with what it says of it. */
export function testimonies(event: CaseFinished): ReadonlyMap<ClauseId, Testimony> {
  const caseId = event.case.id;
  const said = new Map<ClauseId, Testimony>();
  for (const clause of event.case.clauses) said.set(clause, { ...OTHERWISE[event.verdict](event), caseId });
  // The worst comes first, so it is set last.
  for (const { clause, level } of event.findings.toReversed())
    said.set(clause, { status: BROKEN[level], caseId, why: '' });
  return said;
}

/** What a case that is not in the run says of its clauses. */
export function notRun({ id, from }: Instance): ReadonlyMap<ClauseId, Testimony> {
  const testimony = { status: 'skipped', caseId: id, why: 'the case was not run' } as const;
  return new Map(from.written.clauses.map((clause) => [clause, testimony]));
}
