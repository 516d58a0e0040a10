/** The table of clauses and endpoints, and the lines below it: why cells are not verified, and what can't be. */
import { grouped } from '../text/grouping.ts';
import { fewOf, plural } from '../text/quantities.ts';
import { oneLine } from '../text/visible.ts';
import { seedLines } from '../run/verdict/case-evidence.ts';
import { chapterOf } from '../contract/clauses.ts';
import type { Cell, GridRow } from '../report/facts/clause-grid.ts';
import { cellsOf, type Coverage, NOT_CONCERNED, showCounts, STATUSES } from './coverage.ts';
import { ENDPOINTS, RESOURCES, RESOURCE_FACTS, VARIANTS, type Resource } from '../contract/endpoints.ts';
import { inColumns, section } from '../text/columns.ts';

type Lines = readonly string[];

/** `+x.`: one resource's client, server and admin. */
function marks(resource: Resource, { cells }: GridRow): string {
  return ENDPOINTS.filter((endpoint) => endpoint.resource === resource)
    .map(({ id }) => {
      const cell = cells.find(({ endpoint }) => endpoint === id);
      return cell === undefined ? NOT_CONCERNED : STATUSES[cell.status].mark;
    })
    .join('');
}

const HEAD: readonly Lines[] = [
  ['', '', ...RESOURCES.map((resource) => RESOURCE_FACTS[resource].word)],
  ['clause', 'level', ...RESOURCES.map(() => VARIANTS.map(([letter]) => letter).join(''))],
];

const rowOf = (row: GridRow): Lines => [
  `  ${row.clause}`,
  row.level,
  ...RESOURCES.map((resource) => marks(resource, row)),
];

/** `+ verified: a case that checks it passed`, for each mark. */
function legend(): readonly string[] {
  return [
    ...Object.values(STATUSES).map(({ mark, word, description }) => `${mark} ${word}: ${description}`),
    `${NOT_CONCERNED} the clause does not concern the endpoint`,
    `${VARIANTS.map((variant) => `${variant[0]} ${variant}`).join(', ')}`,
  ];
}

/** The table of a terminal: a row for each clause, a character for each endpoint, a line before each chapter. */
function tableLines({ clauses }: Coverage): Lines {
  const lines = inColumns([...HEAD, ...clauses.map(rowOf)]);
  const lineOf = new Map(clauses.map((row, index) => [row, lines[HEAD.length + index] ?? '']));
  const chapters = grouped(clauses, ({ clause }) => chapterOf(clause));
  return [
    ...lines.slice(0, HEAD.length),
    ...[...chapters].flatMap(([chapter, its]) => [chapter, ...its.map((each) => lineOf.get(each) ?? '')]),
  ];
}

const FEW = 4;

/** `4.5.2/tags on group.client: tags/many@group.client`, one for each clause. */
function brokenLines(cells: readonly Cell[]): Lines {
  return [...grouped(cells, ({ clause }) => clause)].map(([clause, its]) => {
    const cases = [...new Set(its.flatMap(({ by }) => by.map(({ caseId }) => caseId)))];
    return `${clause} on ${its.map(({ endpoint }) => endpoint).join(', ')}: ${fewOf(cases, FEW)}`;
  });
}

/** Each reason once, with the clauses that it keeps from being verified. */
function notVerifiedLines(cells: readonly Cell[]): Lines {
  const reasons = cells.flatMap((cell) =>
    [...new Set(cell.by.map(({ why }) => oneLine(why)))].map((why) => ({ why, cell })),
  );
  return [...grouped(reasons, ({ why }) => why)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([why, its]) => {
      const clauses = [...new Set(its.map(({ cell }) => cell.clause))];
      return `${plural(its.length, 'cell')}: ${why} (${fewOf(clauses, FEW)})`;
    });
}

function uncoveredLines(cells: readonly Cell[]): Lines {
  return [...grouped(cells, ({ clause }) => clause)].map(
    ([clause, its]) => `${clause} on ${its.map(({ endpoint }) => endpoint).join(', ')}`,
  );
}

/** The table, its legend, and lists of everything that is not verified; the last line counts. */
export function coverageLines(coverage: Coverage): Lines {
  const cells = cellsOf(coverage);
  const of = (status: Cell['status']): readonly Cell[] => cells.filter((cell) => cell.status === status);
  const musts = cellsOf({ clauses: coverage.clauses.filter(({ level }) => level === 'must') });
  const countOf = (status: Cell['status']): number => musts.filter((cell) => cell.status === status).length;
  return [
    ...tableLines(coverage),
    '',
    ...legend(),
    ...section('failed', brokenLines(of('failed'))),
    ...section('warned', brokenLines(of('warned'))),
    ...section('not verified, and why', notVerifiedLines(of('not verified'))),
    ...section(
      'unobservable',
      coverage.unobservable.map(({ id, description, because }) => `${id}: ${description} (${because})`),
    ),
    ...section('uncovered', uncoveredLines(of('no case'))),
    '',
    ...seedLines({
      mustCells: musts.length,
      failed: countOf('failed'),
      notVerified: countOf('not verified'),
    }),
    `${plural(coverage.clauses.length, 'clause')}, ${plural(cells.length, 'cell')}: ${showCounts(cells)}; ${plural(coverage.unobservable.length, 'clause')} can't be observed`,
  ];
}
