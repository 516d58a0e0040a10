/** One clause on one endpoint, and what became of it. */
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { ClauseEvidence, EvidenceStatus } from '../run/verdict/case-evidence.ts';

export type Status = EvidenceStatus | 'uncovered';

/** In the order of precedence: the worst that was seen counts, `not verified` only where nothing was seen. */
export const STATUSES = {
  failed: { mark: 'x', description: 'a case failed by this clause' },
  warned: { mark: '!', description: 'a case warned of this clause' },
  verified: { mark: '+', description: 'a case that checks it passed' },
  'not verified': { mark: '-', description: 'no case that checks it passed' },
  uncovered: { mark: '?', description: 'no case checks it' },
} as const satisfies Record<Status, { readonly mark: string; readonly description: string }>;

export const STATUS_NAMES = Object.keys(STATUSES) as readonly Status[];

/** The sign of a cell whose clause does not concern the endpoint. */
export const NOT_CONCERNED = '.';

/** What one case shows about a cell. */
export interface Evidence extends ClauseEvidence {
  readonly caseId: string;
}

export interface Cell {
  readonly clause: ClauseId;
  readonly endpoint: EndpointId;
  readonly status: Status;
  /** The evidence that counts: of the cases that show the same. */
  readonly by: readonly Evidence[];
}

/** The cell of all evidence. */
export function cellOf(clause: ClauseId, endpoint: EndpointId, evidence: readonly Evidence[]): Cell {
  const status = STATUS_NAMES.find((each) => evidence.some((shown) => shown.status === each)) ?? 'uncovered';
  return { clause, endpoint, status, by: evidence.filter((shown) => shown.status === status) };
}
