/** Coverage: the clause register by endpoint, joined to what a run saw. */
import { CLAUSES, type ObservableClause, type UnobservableClause } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import { grouped } from '../text/grouping.ts';
import {
  caseEvidence,
  type ClauseEvidence,
  endpointsOfCase,
  type EvidenceStatus,
} from '../run/verdict/case-evidence.ts';
import type { CaseFinished } from '../engine/events.ts';
import { endpointsOf, type Instance } from '../suite/format/instance.ts';
import { chapterOf } from '../contract/clauses.ts';

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

/** A clause with its cells, one for each endpoint that it concerns. */
export interface CoveredClause {
  readonly clause: ObservableClause;
  readonly cells: readonly Cell[];
}

export interface Coverage {
  readonly clauses: readonly CoveredClause[];
  readonly unobservable: readonly UnobservableClause[];
}

interface Shown {
  readonly clause: ClauseId;
  readonly endpoints: readonly EndpointId[];
  readonly evidence: Evidence;
}

/** What a finished case shows counts for every endpoint that it sends to. */
function shownBy(event: CaseFinished, endpoints: readonly EndpointId[]): readonly Shown[] {
  return [...caseEvidence(event)].map(([clause, found]) => ({
    clause,
    endpoints,
    evidence: { ...found, caseId: event.case.id },
  }));
}

/** A case that is not in the run verifies nothing. */
function notRun({ id, from }: Instance, endpoints: readonly EndpointId[]): readonly Shown[] {
  const evidence = { status: 'not verified', caseId: id, why: 'the case was not run' } as const;
  return from.written.clauses.map((clause) => ({ clause, endpoints, evidence }));
}

/** Includes cases of the run that the suite does not have: a record may be of another suite. */
function allShown(instances: readonly Instance[], events: readonly CaseFinished[]): readonly Shown[] {
  const finished = new Map(events.map((event) => [event.case.id, event]));
  const known = new Set(instances.map(({ id }) => id));
  return [
    ...instances.flatMap((instance) => {
      const endpoints = endpointsOf(instance).map(({ id }) => id);
      const event = finished.get(instance.id);
      return event === undefined ? notRun(instance, endpoints) : shownBy(event, endpoints);
    }),
    ...events
      .filter((event) => !known.has(event.case.id))
      .flatMap((event) => shownBy(event, endpointsOfCase(event.case))),
  ];
}

const isObservable = (clause: (typeof CLAUSES)[number]): clause is ObservableClause =>
  clause.level !== 'unobservable';
const isUnobservable = (clause: (typeof CLAUSES)[number]): clause is UnobservableClause =>
  clause.level === 'unobservable';

/** Every cell of the register with what the cases of the suite show about it, as far as the run goes. */
export function coverageOf(instances: readonly Instance[], events: readonly CaseFinished[]): Coverage {
  const byClause = grouped(allShown(instances, events), ({ clause }) => clause);
  const cellsFor = ({ id, on }: ObservableClause): readonly Cell[] => {
    const shown = byClause.get(id) ?? [];
    return on.map((endpoint) => {
      const here = shown.filter(({ endpoints }) => endpoints.includes(endpoint));
      return cellOf(
        id,
        endpoint,
        here.map(({ evidence }) => evidence),
      );
    });
  };
  return {
    clauses: CLAUSES.filter(isObservable).map((clause) => ({ clause, cells: cellsFor(clause) })),
    unobservable: CLAUSES.filter(isUnobservable),
  };
}

/** All cells, in the order of the register. */
export function cellsOf({ clauses }: Pick<Coverage, 'clauses'>): readonly Cell[] {
  return clauses.flatMap(({ cells }) => cells);
}

/** Things of clauses by chapter, in the order of the register. */
export function byChapter<T>(
  things: readonly T[],
  clauseOf: (thing: T) => ClauseId,
): ReadonlyMap<string, readonly T[]> {
  return grouped(things, (thing) => chapterOf(clauseOf(thing)));
}

export type Counts = Readonly<Record<Status, number>>;

export function countsOf(cells: readonly Cell[]): Counts {
  const counts = { failed: 0, warned: 0, verified: 0, 'not verified': 0, uncovered: 0 };
  for (const { status } of cells) counts[status] += 1;
  return counts;
}

/** `990 verified, 3 not verified, 0 uncovered`: the counts above zero, and always `uncovered`. */
export function showCounts(counts: Counts): string {
  return STATUS_NAMES.filter((status) => counts[status] > 0 || status === 'uncovered')
    .map((status) => `${counts[status]} ${status}`)
    .join(', ');
}
