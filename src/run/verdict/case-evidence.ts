/** What a finished case shows about clauses: the one rule that coverage and the summary of a run count by. */
import type { Level } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { CaseFinished, CaseIdentity } from '../../engine/events.ts';
import type { Verdict } from '../../engine/verdict.ts';

/** In the order of precedence: of several cases the worst counts, and `not verified` only where no other is there. */
export const EVIDENCE = ['failed', 'warned', 'verified', 'not verified'] as const;

export type EvidenceStatus = (typeof EVIDENCE)[number];

export interface ClauseEvidence {
  readonly status: EvidenceStatus;
  /** Why it is not verified; empty otherwise. */
  readonly why: string;
}

const BROKEN = { must: 'failed', should: 'warned' } as const satisfies Record<Level, EvidenceStatus>;

const firstClause = ({ findings: [first] }: CaseFinished): ClauseId => first?.clause ?? '';

/** What a case shows about its clauses that no finding names: only one that passed verifies them. */
const OTHERWISE = {
  pass: () => ({ status: 'verified', why: '' }),
  warn: (event) => ({
    status: 'not verified',
    why: `the case warns of another clause: ${firstClause(event)}`,
  }),
  fail: (event) => ({
    status: 'not verified',
    why: `the case fails by another clause: ${firstClause(event)}`,
  }),
  skip: ({ reason }) => ({ status: 'not verified', why: reason }),
  error: ({ reason }) => ({ status: 'not verified', why: `no reply to judge: ${reason}` }),
} as const satisfies Record<Verdict, (event: CaseFinished) => ClauseEvidence>;

/** Every clause that the case checks or that it found broken, with what the case shows about it. */
export function caseEvidence(event: CaseFinished): ReadonlyMap<ClauseId, ClauseEvidence> {
  const otherwise = OTHERWISE[event.verdict](event);
  const found = new Map<ClauseId, ClauseEvidence>(event.case.clauses.map((clause) => [clause, otherwise]));
  // The worst finding comes first, so set it last.
  for (const { clause, level } of event.findings.toReversed())
    found.set(clause, { status: BROKEN[level], why: '' });
  return found;
}

/** The endpoints that a case sends to; older records name only the first. */
export function endpointsOfCase({ endpoint, endpoints }: CaseIdentity): readonly EndpointId[] {
  return endpoints ?? [endpoint];
}
