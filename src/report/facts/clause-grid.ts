/** Clauses by endpoints: what the cases of a run show about each cell. */
import { CLAUSES, type Level } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import type { CaseFinished } from '../record/events.ts';
import { caseEvidence, type ClauseEvidence, endpointsOfCase, EVIDENCE } from '../record/case-evidence.ts';
import { grouped } from '../../base/text/grouping.ts';

/** `no case`: none checks the cell. */
const CELL_STATUSES = [...EVIDENCE, 'no case'] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];

/** What one case shows about a clause, on every endpoint that it sends to. */
export interface CaseEvidence extends ClauseEvidence {
  readonly clause: ClauseId;
  readonly caseId: string;
  readonly endpoints: readonly EndpointId[];
}

export interface Cell {
  readonly clause: ClauseId;
  readonly endpoint: EndpointId;
  /** The worst that was seen. */
  readonly status: CellStatus;
  /** The evidence that counts: of the cases that show the same. */
  readonly by: readonly CaseEvidence[];
}

export interface GridRow {
  readonly clause: ClauseId;
  readonly level: Level;
  /** One for each endpoint that the clause concerns. */
  readonly cells: readonly Cell[];
}

/** What a finished case shows about its clauses. */
function evidenceOf(event: CaseFinished): readonly CaseEvidence[] {
  return [...caseEvidence(event)].map(([clause, found]) => ({
    ...found,
    clause,
    caseId: event.case.id,
    endpoints: endpointsOfCase(event.case),
  }));
}

function rowOf(
  clause: ClauseId,
  level: Level,
  on: readonly EndpointId[],
  evidence: readonly CaseEvidence[],
): GridRow {
  const cells = on.map((endpoint): Cell => {
    const here = evidence.filter(({ endpoints }) => endpoints.includes(endpoint));
    const status = EVIDENCE.find((each) => here.some((shown) => shown.status === each)) ?? 'no case';
    return { clause, endpoint, status, by: here.filter((shown) => shown.status === status) };
  });
  return { clause, level, cells };
}

/** `8 verified, 1 not verified`: how many cells have each status, the worst first. */
export const showCells = (cells: readonly Cell[]): string =>
  CELL_STATUSES.map((status) => [cells.filter((cell) => cell.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ');

/** A row for each clause that replies can show, in the order of the document. */
function gridOf(evidence: readonly CaseEvidence[]): readonly GridRow[] {
  const byClause = grouped(evidence, ({ clause }) => clause);
  return CLAUSES.flatMap((clause) =>
    clause.level === 'unobservable'
      ? []
      : [rowOf(clause.id, clause.level, clause.on, byClause.get(clause.id) ?? [])],
  );
}

/** Clauses of findings that the register does not have, such as `dialect/<question>`. */
function unregisteredRows(
  cases: readonly CaseFinished[],
  evidence: readonly CaseEvidence[],
): readonly GridRow[] {
  const registered = new Set(CLAUSES.map(({ id }) => id));
  const byClause = grouped(evidence, ({ clause }) => clause);
  const levels = new Map(
    cases.flatMap(({ findings }) => findings.map(({ clause, level }) => [clause, level])),
  );
  return [...levels]
    .filter(([clause]) => !registered.has(clause))
    .map(([clause, level]) => {
      const its = byClause.get(clause) ?? [];
      const on = ENDPOINT_IDS.filter((id) => its.some(({ endpoints }) => endpoints.includes(id)));
      return rowOf(clause, level, on, its);
    });
}

/** The grid of a run; the clauses that only findings name come last. */
export function clauseGrid(cases: readonly CaseFinished[]): readonly GridRow[] {
  const evidence = cases.flatMap(evidenceOf);
  return [...gridOf(evidence), ...unregisteredRows(cases, evidence)];
}
