/** The table of a terminal: a row for each clause, a character for each endpoint. */
import { ENDPOINTS, RESOURCES, RESOURCE_FACTS, VARIANTS, type Resource } from '../contract/endpoints.ts';
import { inColumns } from '../text/columns.ts';
import { NOT_CONCERNED, STATUS_NAMES, STATUSES } from './cell.ts';
import { byChapter } from './chapters.ts';
import type { Coverage, CoveredClause } from './coverage.ts';

type Row = readonly string[];

/** `+x.`: one resource's client, server and admin. */
function marks(resource: Resource, { cells }: CoveredClause): string {
  return ENDPOINTS.filter((endpoint) => endpoint.resource === resource)
    .map(({ id }) => {
      const cell = cells.find(({ endpoint }) => endpoint === id);
      return cell === undefined ? NOT_CONCERNED : STATUSES[cell.status].mark;
    })
    .join('');
}

const HEAD: readonly Row[] = [
  ['', '', ...RESOURCES.map((resource) => RESOURCE_FACTS[resource].word)],
  ['clause', 'level', ...RESOURCES.map(() => VARIANTS.map(([letter]) => letter).join(''))],
];

const rowOf = (covered: CoveredClause): Row => [
  `  ${covered.clause.id}`,
  covered.clause.level,
  ...RESOURCES.map((resource) => marks(resource, covered)),
];

/** `+ verified: a case that checks it passed`, for each mark. */
export function legend(): readonly string[] {
  return [
    ...STATUS_NAMES.map((status) => `${STATUSES[status].mark} ${status}: ${STATUSES[status].description}`),
    `${NOT_CONCERNED} the clause does not concern the endpoint`,
    `${VARIANTS.map((variant) => `${variant[0]} ${variant}`).join(', ')}`,
  ];
}

/** The rows of all clauses, a line before each chapter. */
export function tableLines({ clauses }: Coverage): readonly string[] {
  const lines = inColumns([...HEAD, ...clauses.map(rowOf)]);
  const lineOf = new Map(clauses.map((covered, index) => [covered, lines[HEAD.length + index] ?? '']));
  const chapters = byChapter(clauses, ({ clause }) => clause.id);
  return [
    ...lines.slice(0, HEAD.length),
    ...[...chapters].flatMap(([chapter, its]) => [chapter, ...its.map((each) => lineOf.get(each) ?? '')]),
  ];
}
