/** How many must cells (a must of the document on one endpoint) a run verified. */
import { CLAUSES } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import { caseEvidence, endpointsOfCase } from './case-evidence.ts';
import type { CaseFinished, CaseIdentity, MustCells } from '../../engine/events.ts';

/** `1/json on group.admin`: the name of a must cell. */
export const cellName = (clause: ClauseId, endpoint: string): string => `${clause} on ${endpoint}`;

/** Every must cell that a reply can show. */
const ALL: ReadonlySet<string> = new Set(
  CLAUSES.flatMap((clause) =>
    clause.level === 'must' ? clause.on.map((endpoint) => cellName(clause.id, endpoint)) : [],
  ),
);

/** The must cells of clauses on the endpoints that a case sends to. */
export function mustCellsOf(
  identity: CaseIdentity,
  clauses: Iterable<ClauseId> = identity.clauses,
): readonly string[] {
  const endpoints = endpointsOfCase(identity);
  return [...clauses].flatMap((clause) =>
    endpoints.map((endpoint) => cellName(clause, endpoint)).filter((cell) => ALL.has(cell)),
  );
}

/** Which must cells a run found broken, and which it verified: a broken one counts as failed, whatever else passed. */
export interface CellSets {
  readonly failed: ReadonlySet<string>;
  readonly verified: ReadonlySet<string>;
}

export function cellSetsOf(cases: readonly CaseFinished[]): CellSets {
  const failed = new Set<string>();
  const verified = new Set<string>();
  const sets = { failed, verified, warned: undefined, 'not verified': undefined };
  for (const event of cases) {
    for (const [clause, { status }] of caseEvidence(event))
      for (const cell of mustCellsOf(event.case, [clause])) sets[status]?.add(cell);
  }
  for (const cell of failed) verified.delete(cell);
  return { failed, verified };
}

/**
 * The figures of a run. `selected`: the cases that were chosen, run or not; undefined: the whole suite, so that the cells of the
 * whole register count.
 */
export function countMustCells(
  cases: readonly CaseFinished[],
  selected: readonly CaseIdentity[] | undefined,
): MustCells {
  const { failed, verified } = cellSetsOf(cases);
  const counted =
    selected === undefined ? ALL : new Set([...selected.flatMap((each) => mustCellsOf(each)), ...failed]);
  return {
    whole: selected === undefined,
    mustCells: counted.size,
    verified: verified.size,
    failed: failed.size,
    notVerified: counted.size - verified.size - failed.size,
  };
}
