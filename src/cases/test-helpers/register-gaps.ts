/** What the shipped suite would lack: clauses and questions without a case. */
import { CLAUSES, type ObservableClause } from '../../spec/clause-register.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { QUESTION_IDS, questionOf } from '../../spec/dialect/questions.ts';
import { endpointsSentTo, expand, type Instance, type PlacedCase } from '../format/instance.ts';

function isObservable(clause: (typeof CLAUSES)[number]): clause is ObservableClause {
  return clause.level !== 'unobservable';
}

/** For each clause the endpoints on which some case checks it. */
export function coveredCells(instances: readonly Instance[]): ReadonlyMap<string, ReadonlySet<EndpointId>> {
  const cells = new Map<string, Set<EndpointId>>();
  for (const instance of instances) {
    for (const clause of instance.from.written.clauses) {
      const endpoints = cells.get(clause) ?? new Set<EndpointId>();
      for (const { id } of endpointsSentTo(instance)) endpoints.add(id);
      cells.set(clause, endpoints);
    }
  }
  return cells;
}

function uncovered(instances: readonly Instance[]): readonly string[] {
  const cells = coveredCells(instances);
  return CLAUSES.filter(isObservable).flatMap(({ id, on, description }) => {
    const missing = on.filter((endpoint) => cells.get(id)?.has(endpoint) !== true);
    return missing.length === 0
      ? []
      : [
          `clause ${id} has no case on ${missing.join(', ')}: ${description}; add it to the \`clauses\` of a case there`,
        ];
  });
}

function undecided(cases: readonly PlacedCase[]): readonly string[] {
  const decided = new Set(cases.map(({ written }) => written.decides));
  return QUESTION_IDS.filter((id) => !decided.has(id)).map(
    (id) =>
      `question ${id} is decided by no case: ${questionOf(id).asks} Add a case with \`decides: ${id}\`, and \`when\` with its outcomes`,
  );
}

/** What a whole suite lacks, a line each: every clause of the register needs a case on each of its endpoints, and every question a case. */
export const registerGaps = (cases: readonly PlacedCase[]): readonly string[] => [
  ...uncovered(expand(cases)),
  ...undecided(cases),
];
