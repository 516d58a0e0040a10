/** One clause on one endpoint, and what became of it. */
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';

/** In the order of precedence: the worst that was seen counts, a skip only where nothing was seen. */
export const STATUSES = {
  failed: { mark: 'x', says: 'a case failed by this clause' },
  warned: { mark: '!', says: 'a case warned of this clause' },
  verified: { mark: '+', says: 'a case that checks it passed' },
  skipped: { mark: '-', says: 'no case that checks it could be verified' },
  uncovered: { mark: '?', says: 'no case checks it' },
} as const satisfies Record<string, { readonly mark: string; readonly says: string }>;

export type Status = keyof typeof STATUSES;

export const STATUS_NAMES = Object.keys(STATUSES) as readonly Status[];

/** What stands where the clause does not concern the endpoint. */
export const NOT_CONCERNED = '.';

/** What one case says of a cell. */
export interface Testimony {
  readonly status: Exclude<Status, 'uncovered'>;
  readonly caseId: string;
  /** Why it was skipped; empty otherwise. */
  readonly why: string;
}

export interface Cell {
  readonly clause: ClauseId;
  readonly endpoint: EndpointId;
  readonly status: Status;
  /** The testimony that counts: of the cases that say the same. */
  readonly by: readonly Testimony[];
}

/** The cell of all that was said of it. */
export function cellOf(clause: ClauseId, endpoint: EndpointId, said: readonly Testimony[]): Cell {
  const status =
    STATUS_NAMES.find((each) => said.some((testimony) => testimony.status === each)) ?? 'uncovered';
  return { clause, endpoint, status, by: said.filter((testimony) => testimony.status === status) };
}
