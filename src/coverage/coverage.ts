/** Coverage: the clause register by endpoint, joined to what a run saw. */
import { CLAUSES, type ObservableClause, type UnobservableClause } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import { grouped } from '../text/grouping.ts';
import { caseEvidence, endpointsOfCase } from '../run/verdict/case-evidence.ts';
import type { CaseFinished } from '../engine/events.ts';
import { endpointsOf, type Instance } from '../suite/format/instance.ts';
import { cellOf, type Cell, type Evidence } from './cell.ts';

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
