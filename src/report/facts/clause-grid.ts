/** Clauses by endpoints: what the cases of a run show about each cell. */
import { CLAUSES, type Level } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import type { CaseFinished } from '../../engine/events.ts';
import { caseEvidence, endpointsOfCase, EVIDENCE } from '../../run/verdict/case-evidence.ts';

/** `no case`: the run has none that checks the cell. */
export type CellStatus = (typeof EVIDENCE)[number] | 'no case';

export interface GridRow {
  readonly clause: ClauseId;
  readonly level: Level;
  /** One for each endpoint that the clause concerns. */
  readonly cells: readonly ReturnType<typeof cellOf>[];
}

type Seen = Map<EndpointId, Map<CellStatus, number>>;

function note(seen: Map<ClauseId, Seen>, clause: ClauseId, endpoint: EndpointId, status: CellStatus): void {
  const row = seen.get(clause) ?? new Map<EndpointId, Map<CellStatus, number>>();
  seen.set(clause, row);
  const counts = row.get(endpoint) ?? new Map<CellStatus, number>();
  row.set(endpoint, counts.set(status, (counts.get(status) ?? 0) + 1));
}

function seenOf(cases: readonly CaseFinished[]): Map<ClauseId, Seen> {
  const seen = new Map<ClauseId, Seen>();
  for (const event of cases)
    for (const [clause, { status }] of caseEvidence(event))
      for (const endpoint of endpointsOfCase(event.case)) note(seen, clause, endpoint, status);
  return seen;
}

/** The worst that was seen, and how many cases show that. */
function cellOf(endpoint: EndpointId, seen: Seen | undefined) {
  const counts = seen?.get(endpoint);
  const status: CellStatus = EVIDENCE.find((each) => counts?.has(each) === true) ?? 'no case';
  return { endpoint, status, cases: counts?.get(status) ?? 0 };
}

/** Clauses of findings that the register does not have, such as `dialect/<question>`. */
function unregisteredRows(
  cases: readonly CaseFinished[],
  seen: ReadonlyMap<ClauseId, Seen>,
): readonly GridRow[] {
  const registered = new Set(CLAUSES.map(({ id }) => id));
  const levels = new Map(
    cases.flatMap(({ findings }) => findings.map(({ clause, level }) => [clause, level])),
  );
  return [...levels]
    .filter(([clause]) => !registered.has(clause))
    .map(([clause, level]) => ({
      clause,
      level,
      cells: ENDPOINT_IDS.filter((id) => seen.get(clause)?.has(id)).map((id) => cellOf(id, seen.get(clause))),
    }));
}

/** A row for each clause that replies can show, in the order of the document; others that findings name come last. */
export function clauseGrid(cases: readonly CaseFinished[]): readonly GridRow[] {
  const seen = seenOf(cases);
  const rows = CLAUSES.flatMap((clause) =>
    clause.level === 'unobservable'
      ? []
      : [
          {
            clause: clause.id,
            level: clause.level,
            cells: clause.on.map((endpoint) => cellOf(endpoint, seen.get(clause.id))),
          },
        ],
  );
  return [...rows, ...unregisteredRows(cases, seen)];
}
