/** The lines below the table: why cells are not verified, and what can't be. */
import { grouped } from '../text/grouping.ts';
import { plural } from '../text/plural.ts';
import { oneLine } from '../text/visible.ts';
import type { Cell } from './cell.ts';
import { cellsOf, type Coverage } from './coverage.ts';
import { countsOf, showCounts } from './counts.ts';
import { legend, tableLines } from './coverage-table.ts';

type Lines = readonly string[];

const headed = (head: string, lines: Lines): Lines =>
  lines.length === 0 ? [] : ['', head, ...lines.map((line) => `  ${line}`)];

const FEW = 4;

function few(texts: readonly string[]): string {
  const rest = texts.length - FEW;
  return texts.slice(0, FEW).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** `4.5.2/tags on group.client: tags/many@group.client`, one for each clause. */
function brokenLines(cells: readonly Cell[]): Lines {
  return [...grouped(cells, ({ clause }) => clause)].map(([clause, its]) => {
    const cases = [...new Set(its.flatMap(({ by }) => by.map(({ caseId }) => caseId)))];
    return `${clause} on ${its.map(({ endpoint }) => endpoint).join(', ')}: ${few(cases)}`;
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
      return `${plural(its.length, 'cell')}: ${why} (${few(clauses)})`;
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
  return [
    ...tableLines(coverage),
    '',
    ...legend(),
    ...headed('failed', brokenLines(of('failed'))),
    ...headed('warned', brokenLines(of('warned'))),
    ...headed('not verified, and why', notVerifiedLines(of('not verified'))),
    ...headed(
      'unobservable',
      coverage.unobservable.map(({ id, description, because }) => `${id}: ${description} (${because})`),
    ),
    ...headed('uncovered', uncoveredLines(of('uncovered'))),
    '',
    `${plural(coverage.clauses.length, 'clause')}, ${plural(cells.length, 'cell')}: ${showCounts(countsOf(cells))}; ${plural(coverage.unobservable.length, 'clause')} can't be observed`,
  ];
}
