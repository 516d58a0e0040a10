/** What finished cases show about clauses on endpoints: the one rule that coverage, needs and the summary of a run count by. */
import { CLAUSES, type Level } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { CaseFinished, CaseIdentity, MustCells } from './events.ts';

/** In the order of precedence: of several cases the worst counts, and `not verified` only where no other is there. */
export const EVIDENCE = ['failed', 'warned', 'verified', 'not verified'] as const;

type Evidence = (typeof EVIDENCE)[number];

const STATUS_OF_LEVEL = { must: 'failed', should: 'warned' } as const satisfies Record<Level, Evidence>;

/** Every clause that the case checks or found broken. Only a case that passed verifies those that no finding names. */
function evidenceOf({ case: { clauses }, verdict, findings }: CaseFinished): ReadonlyMap<ClauseId, Evidence> {
  const shown = new Map<ClauseId, Evidence>();
  for (const clause of clauses) shown.set(clause, verdict === 'pass' ? 'verified' : 'not verified');
  // The worst finding comes first, so set it last.
  for (const { clause, level } of findings.toReversed()) shown.set(clause, STATUS_OF_LEVEL[level]);
  return shown;
}

/** The endpoints that a case sends to; older records name only the first. */
export function endpointsOfCase({ endpoint, endpoints }: CaseIdentity): readonly EndpointId[] {
  return endpoints ?? [endpoint];
}

/** `1/json on group.admin`: the name of a cell, a clause of the document on one endpoint. */
export const cellName = (clause: ClauseId, endpoint: string): string => `${clause} on ${endpoint}`;

/** Every must cell that a reply can show. */
const MUST_CELLS: ReadonlySet<string> = new Set(
  CLAUSES.flatMap((clause) =>
    clause.level === 'must' ? clause.on.map((endpoint) => cellName(clause.id, endpoint)) : [],
  ),
);

/** The must cells of the clauses and endpoints that a case names. */
export const mustCellsOf = (identity: CaseIdentity): readonly string[] =>
  identity.clauses.flatMap((clause) =>
    endpointsOfCase(identity).flatMap((endpoint) => {
      const cell = cellName(clause, endpoint);
      return MUST_CELLS.has(cell) ? [cell] : [];
    }),
  );

interface SeenCell {
  /** The worst that was seen, and in how many cases. */
  status: Evidence;
  cases: number;
  /** Some case passed, whatever others warn of. */
  hasPassed: boolean;
  /** What its cases lack that a world need not have; undefined as soon as one case lacks nothing of that. */
  undeclared: Set<string> | undefined;
}

/** What the cases show of each cell, by its name. */
export function seenCells(cases: readonly CaseFinished[]): ReadonlyMap<string, Readonly<SeenCell>> {
  const cells = new Map<string, SeenCell>();
  for (const event of cases)
    for (const [clause, status] of evidenceOf(event))
      for (const endpoint of endpointsOfCase(event.case)) {
        const name = cellName(clause, endpoint);
        const cell = cells.get(name) ?? { status, cases: 0, hasPassed: false, undeclared: new Set() };
        cells.set(name, cell);
        cell.hasPassed ||= status === 'verified';
        if (EVIDENCE.indexOf(status) < EVIDENCE.indexOf(cell.status)) {
          cell.status = status;
          cell.cases = 0;
        }
        if (cell.status === status) cell.cases += 1;
        if (event.undeclared === undefined) cell.undeclared = undefined;
        else for (const each of event.undeclared) cell.undeclared?.add(each);
      }
  return cells;
}

/** Whether a must cell counts and is neither verified nor broken. */
export const isOpen = ({ status, hasPassed, undeclared }: SeenCell): boolean =>
  status !== 'failed' && !hasPassed && undeclared === undefined;

/**
 * The figures of a run. `selected`: the cases that were chosen, run or not; undefined: the whole suite, so that the cells of the
 * whole register count, but for those that need what a world need not have and the target file does not declare.
 */
export function countMustCells(
  cases: readonly CaseFinished[],
  selected: readonly CaseIdentity[] | undefined,
): MustCells {
  const all =
    selected === undefined ? new Set(MUST_CELLS) : new Set(selected.flatMap((each) => mustCellsOf(each)));
  const needs = new Set<string>();
  let [failed, verified, uncounted] = [0, 0, 0];
  for (const [name, { status, hasPassed, undeclared }] of seenCells(cases)) {
    if (!MUST_CELLS.has(name)) continue;
    if (status === 'failed') {
      failed += 1;
      all.add(name);
    } else if (hasPassed) verified += 1;
    if (undeclared === undefined) continue;
    uncounted += 1;
    all.delete(name);
    for (const need of undeclared) needs.add(need);
  }
  return {
    whole: selected === undefined,
    mustCells: all.size,
    verified,
    failed,
    notVerified: all.size - verified - failed,
    ...(uncounted > 0 && { uncounted: { cells: uncounted, needs: [...needs] } }),
  };
}
