/** What a finished case shows about clauses: the one rule that coverage and the summary of a run count by. */
import { CLAUSES, type Level } from '../../spec/clause-register.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { CaseFinished, CaseIdentity, MustCells } from './events.ts';
import type { Verdict } from './verdict.ts';

/** In the order of precedence: of several cases the worst counts, and `not verified` only where no other is there. */
export const EVIDENCE = ['failed', 'warned', 'verified', 'not verified'] as const;

type EvidenceStatus = (typeof EVIDENCE)[number];

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

/** `1/json on group.admin`: the name of a must cell, a must of the document on one endpoint. */
export const cellName = (clause: ClauseId, endpoint: string): string => `${clause} on ${endpoint}`;

/** Every must cell that a reply can show. */
const MUST_CELLS: ReadonlySet<string> = new Set(
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
    endpoints.map((endpoint) => cellName(clause, endpoint)).filter((cell) => MUST_CELLS.has(cell)),
  );
}

/** Which must cells a run found broken, and which it verified: a broken one counts as failed, whatever else passed. */
interface CellSets {
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

/** The cells whose cases were all skipped for what a world need not have, with what that is. */
export function uncountedIn(cases: readonly CaseFinished[]): ReadonlyMap<string, ReadonlySet<string>> {
  const lacking = new Map<string, Set<string>>();
  const counted = new Set<string>();
  for (const event of cases)
    for (const cell of mustCellsOf(event.case, caseEvidence(event).keys())) {
      if (event.undeclared === undefined) counted.add(cell);
      else lacking.set(cell, new Set([...(lacking.get(cell) ?? []), ...event.undeclared]));
    }
  for (const cell of counted) lacking.delete(cell);
  return lacking;
}

/**
 * The figures of a run. `selected`: the cases that were chosen, run or not; undefined: the whole suite, so that the cells of the
 * whole register count, but for those that need what a world need not have and the target file does not declare.
 */
export function countMustCells(
  cases: readonly CaseFinished[],
  selected: readonly CaseIdentity[] | undefined,
): MustCells {
  const { failed, verified } = cellSetsOf(cases);
  const uncounted = uncountedIn(cases);
  const all =
    selected === undefined
      ? MUST_CELLS
      : new Set([...selected.flatMap((each) => mustCellsOf(each)), ...failed]);
  const mustCells = [...all].filter((cell) => !uncounted.has(cell)).length;
  return {
    whole: selected === undefined,
    mustCells,
    verified: verified.size,
    failed: failed.size,
    notVerified: mustCells - verified.size - failed.size,
    ...(uncounted.size > 0 && {
      uncounted: {
        cells: uncounted.size,
        needs: [...new Set([...uncounted.values()].flatMap((each) => [...each]))],
      },
    }),
  };
}
