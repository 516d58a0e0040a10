/** Coverage: the clause register by endpoint, joined to what a run saw. */
import { CLAUSES, type UnobservableClause } from '../contract/clause-register.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { CaseFinished } from '../engine/events.ts';
import {
  type Cell,
  type CellStatus,
  type CaseEvidence,
  evidenceOf,
  gridOf,
  type GridRow,
} from '../report/facts/clause-grid.ts';
import { endpointsOf, type Instance } from '../suite/format/instance.ts';

/** How a cell is shown; the worst first. */
export const STATUSES = {
  failed: { mark: 'x', word: 'failed', description: 'a case failed by this clause' },
  warned: { mark: '!', word: 'warned', description: 'a case warned of this clause' },
  verified: { mark: '+', word: 'verified', description: 'a case that checks it passed' },
  'not verified': { mark: '-', word: 'not verified', description: 'no case that checks it passed' },
  'no case': { mark: '?', word: 'uncovered', description: 'no case checks it' },
} as const satisfies Record<CellStatus, Readonly<Record<'mark' | 'word' | 'description', string>>>;

/** The sign of a cell whose clause does not concern the endpoint. */
export const NOT_CONCERNED = '.';

export interface Coverage {
  readonly clauses: readonly GridRow[];
  readonly unobservable: readonly UnobservableClause[];
}

/** A case that is not in the run verifies nothing. */
function notRun({ id, from }: Instance, endpoints: readonly EndpointId[]): readonly CaseEvidence[] {
  const shown = { status: 'not verified', caseId: id, why: 'the case was not run', endpoints } as const;
  return from.written.clauses.map((clause) => ({ ...shown, clause }));
}

/** Includes cases of the run that the suite does not have: a record may be of another suite. */
function allEvidence(
  instances: readonly Instance[],
  events: readonly CaseFinished[],
): readonly CaseEvidence[] {
  const finished = new Map(events.map((event) => [event.case.id, event]));
  const known = new Set(instances.map(({ id }) => id));
  return [
    ...instances.flatMap((instance) => {
      const endpoints = endpointsOf(instance).map(({ id }) => id);
      const event = finished.get(instance.id);
      return event === undefined ? notRun(instance, endpoints) : evidenceOf(event, endpoints);
    }),
    ...events.filter((event) => !known.has(event.case.id)).flatMap((event) => evidenceOf(event)),
  ];
}

/** Every cell of the register with what the cases of the suite show about it, as far as the run goes. */
export const coverageOf = (instances: readonly Instance[], events: readonly CaseFinished[]): Coverage => ({
  clauses: gridOf(allEvidence(instances, events)),
  unobservable: CLAUSES.filter((clause) => clause.level === 'unobservable'),
});

/** All cells, in the order of the register. */
export function cellsOf({ clauses }: Pick<Coverage, 'clauses'>): readonly Cell[] {
  return clauses.flatMap(({ cells }) => cells);
}

/** How many cells have each status, in words. */
export const countsOf = (cells: readonly Cell[]): readonly (readonly [word: string, count: number])[] =>
  Object.entries(STATUSES).map(([status, { word }]) => [
    word,
    cells.filter((cell) => cell.status === status).length,
  ]);

/** `990 verified, 3 not verified, 0 uncovered`: the counts above zero, and always `uncovered`. */
export const showCounts = (cells: readonly Cell[]): string =>
  countsOf(cells)
    .filter(([word, count]) => count > 0 || word === STATUSES['no case'].word)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');
