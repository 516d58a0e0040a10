/** Coverage: the clause register by endpoint, joined to what a run saw. */
import { CLAUSES, type ObservableClause, type UnobservableClause } from '../contract/clause-register.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import { grouped } from '../report/grouping.ts';
import type { CaseFinished } from '../run/events.ts';
import { endpointsOf, type Instance } from '../suite/instance.ts';
import { cellOf, type Cell, type Testimony } from './cell.ts';
import { notRun, testimonies } from './testimony.ts';

/** A clause with its cells, one for each endpoint that it concerns. */
export interface CoveredClause {
  readonly clause: ObservableClause;
  readonly cells: readonly Cell[];
}

export interface Coverage {
  readonly clauses: readonly CoveredClause[];
  readonly unobservable: readonly UnobservableClause[];
}

interface Said {
  readonly clause: ClauseId;
  readonly endpoints: readonly EndpointId[];
  readonly testimony: Testimony;
}

/** A case counts for every endpoint that it sends to. */
function saidBy(instance: Instance, event: CaseFinished | undefined): readonly Said[] {
  const endpoints = endpointsOf(instance).map(({ id }) => id);
  const said = event === undefined ? notRun(instance) : testimonies(event);
  return [...said].map(([clause, testimony]) => ({ clause, endpoints, testimony }));
}

/** A case of the run that the suite does not have: one of another suite, or one that stands for many replies. */
function saidByStranger(event: CaseFinished): readonly Said[] {
  const endpoints = event.case.endpoints ?? [event.case.endpoint];
  return [...testimonies(event)].map(([clause, testimony]) => ({ clause, endpoints, testimony }));
}

function allSaid(instances: readonly Instance[], events: readonly CaseFinished[]): readonly Said[] {
  const finished = new Map(events.map((event) => [event.case.id, event]));
  const known = new Set(instances.map(({ id }) => id));
  return [
    ...instances.flatMap((instance) => saidBy(instance, finished.get(instance.id))),
    ...events.filter((event) => !known.has(event.case.id)).flatMap(saidByStranger),
  ];
}

const isObservable = (clause: (typeof CLAUSES)[number]): clause is ObservableClause =>
  clause.level !== 'unobservable';
const isUnobservable = (clause: (typeof CLAUSES)[number]): clause is UnobservableClause =>
  clause.level === 'unobservable';

/** Every cell of the register with what the cases of the suite say of it, as far as the run goes. */
export function coverageOf(instances: readonly Instance[], events: readonly CaseFinished[]): Coverage {
  const byClause = grouped(allSaid(instances, events), ({ clause }) => clause);
  const cellsFor = ({ id, on }: ObservableClause): readonly Cell[] => {
    const said = byClause.get(id) ?? [];
    return on.map((endpoint) => {
      const here = said.filter(({ endpoints }) => endpoints.includes(endpoint));
      return cellOf(
        id,
        endpoint,
        here.map(({ testimony }) => testimony),
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
