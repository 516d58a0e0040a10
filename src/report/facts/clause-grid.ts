/** Clauses by endpoints: what the cases of a run show about each cell. */
import { CLAUSES, type Level } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import type { CaseFinished } from '../record/events.ts';
import { cellName, EVIDENCE, seenCells } from '../record/case-evidence.ts';

/** `no case`: none checks the cell. */
const CELL_STATUSES = [...EVIDENCE, 'no case'] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];

export interface Cell {
  readonly endpoint: EndpointId;
  /** The worst that was seen, and in how many cases. */
  readonly status: CellStatus;
  readonly cases: number;
}

export interface GridRow {
  readonly clause: ClauseId;
  readonly level: Level;
  /** One for each endpoint that the clause concerns. */
  readonly cells: readonly Cell[];
}

/** `8 verified, 1 not verified`: how many cells have each status, the worst first. */
export const showCells = (cells: readonly Cell[]): string =>
  CELL_STATUSES.map((status) => [cells.filter((cell) => cell.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ');

/** A row for each clause that replies can show, in the order of the document; then those that only findings name, such as `dialect/<question>`. */
export function clauseGrid(cases: readonly CaseFinished[]): readonly GridRow[] {
  const seen = seenCells(cases);
  const rowOf = (clause: ClauseId, level: Level, on: readonly EndpointId[]): GridRow => ({
    clause,
    level,
    cells: on.map((endpoint) => ({
      endpoint,
      ...(seen.get(cellName(clause, endpoint)) ?? { status: 'no case', cases: 0 }),
    })),
  });
  const registered = new Set(CLAUSES.map(({ id }) => id));
  const others = new Map(
    cases
      .flatMap(({ findings }) => findings.map(({ clause, level }) => [clause, level] as const))
      .filter(([clause]) => !registered.has(clause)),
  );
  return [
    ...CLAUSES.flatMap((each) =>
      each.level === 'unobservable' ? [] : [rowOf(each.id, each.level, each.on)],
    ),
    ...[...others].map(([clause, level]) =>
      rowOf(
        clause,
        level,
        ENDPOINT_IDS.filter((endpoint) => seen.has(cellName(clause, endpoint))),
      ),
    ),
  ];
}
