/** What is wrong with a suite as a whole: clauses and questions without a case, and cases that the world can't serve. */
import { CLAUSES, type ObservableClause } from '../../contract/clause-register.ts';
import { clauseOf } from '../../contract/clauses.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { QUESTION_IDS, questionOf } from '../../dialect/questions.ts';
import type { TargetFile } from '../../config/target-file/target-file.ts';
import { endpointsOf, expand, type Instance, type PlacedCase } from '../format/instance.ts';
import { planCase } from './plan-case.ts';

function isObservable(clause: (typeof CLAUSES)[number]): clause is ObservableClause {
  return clause.level !== 'unobservable';
}

/** For each clause the endpoints on which some case checks it. */
export function coveredCells(instances: readonly Instance[]): ReadonlyMap<string, ReadonlySet<EndpointId>> {
  const cells = new Map<string, Set<EndpointId>>();
  for (const instance of instances) {
    for (const clause of instance.from.written.clauses) {
      const endpoints = cells.get(clause) ?? new Set<EndpointId>();
      for (const { id } of endpointsOf(instance)) endpoints.add(id);
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

/** What a suite is checked against. */
export interface LintFor {
  readonly file: TargetFile;
  readonly dialect: Dialect;
  /** Every clause of the register needs a case on each of its endpoints, and every question a case: only the shipped suite has to have them. */
  readonly wholeRegister: boolean;
}

const place = ({ file, line, column }: PlacedCase): string => `${file}:${line}:${column}`;

/** A case whose clauses do not concern the endpoints that it is for. */
function astray(instances: readonly Instance[]): readonly string[] {
  return instances.flatMap((instance) => {
    const endpoints = endpointsOf(instance).map(({ id }) => id);
    const odd = instance.from.written.clauses.filter((id) => {
      const clause = clauseOf(id);
      return (
        clause !== undefined &&
        isObservable(clause) &&
        !endpoints.some((endpoint) => clause.on.includes(endpoint))
      );
    });
    return odd.map(
      (id) =>
        `${place(instance.from)}: ${instance.id}: the clause ${id} does not concern ${endpoints.join(', ')}`,
    );
  });
}

function unserved(instances: readonly Instance[], { file, dialect }: LintFor): readonly string[] {
  const facts = {
    world: file.world,
    extensions: file.extensions,
    provocations: file.provoke,
    dialect,
  };
  return instances.flatMap((instance) => {
    const plan = planCase(instance, facts);
    return plan.kind === 'skip'
      ? [`${place(instance.from)}: ${instance.id}: the world ${file.file} lacks ${plan.needs}`]
      : [];
  });
}

/** Every problem, one a line. */
export function lintSuite(cases: readonly PlacedCase[], against: LintFor): readonly string[] {
  const instances = expand(cases);
  return [
    ...(against.wholeRegister ? [...uncovered(instances), ...undecided(cases)] : []),
    ...astray(instances),
    ...unserved(instances, against),
  ];
}
