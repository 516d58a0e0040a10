/** The map: clauses by endpoints, a block for each chapter. What is all well takes one line. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { grouped } from '../../../base/text/grouping.ts';
import { visibleLine } from '../../../base/text/visible.ts';
import type { CellStatus } from '../../facts/clause-grid.ts';
import type { PageClause, RunPage } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { CELL_LOOKS, CELL_ORDER } from './marks.tsx';
import { Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';

/** Moving through the links of the table by arrow keys: only one of them is a stop of the tabulator key. */
const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The link in the next row or column that has one; undefined at an edge. */
function nextLink(
  from: HTMLTableCellElement,
  [down, right]: readonly [number, number],
): HTMLElement | undefined {
  const row = from.parentElement as HTMLTableRowElement;
  const rows = [...(row.closest('table')?.rows ?? [])];
  let at = rows.indexOf(row) + down;
  let column = from.cellIndex + right;
  while (at >= 0 && at < rows.length && column >= 1 && column < 100) {
    const link = rows[at]?.cells[column]?.querySelector<HTMLElement>('a');
    if (link !== null && link !== undefined) return link;
    if (right !== 0 && rows[at]?.cells[column] === undefined) return undefined;
    at += down;
    column += right;
  }
  return undefined;
}

/** Handles a key of a table whose links lead along. */
function moveByArrows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  if (step === undefined || cell === null) return;
  const next = nextLink(cell, step);
  if (next === undefined) return;
  event.preventDefault();
  makeStop(next);
  next.focus();
}

/** Makes a link the one stop of its table. */
function makeStop(link: HTMLElement): void {
  for (const each of link.closest('table')?.querySelectorAll<HTMLElement>('td a') ?? []) each.tabIndex = -1;
  link.tabIndex = 0;
}

function CellLink({
  cell,
  clause,
  endpoint,
}: {
  readonly cell: PageClause['cells'][number];
  readonly clause: string;
  readonly endpoint: string;
}) {
  if (cell === null) return <td class="apart" />;
  const [status, cases] = cell;
  const { sign, tone, word } = CELL_LOOKS[status];
  const description = `${visibleLine(clause)} on ${endpoint}: ${word}${cases === 0 ? '' : `, ${count(cases, 'case')}`}`;
  return (
    <td class={tone}>
      <a href={hashOf({ clause, endpoint })} tabIndex={-1} title={description} aria-label={description}>
        {sign}
      </a>
    </td>
  );
}

function ClauseRow({ of, endpoints }: { readonly of: PageClause; readonly endpoints: readonly string[] }) {
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ clause: of.id })} title={of.description}>
          <Text of={of.id} />
        </a>
        {of.level === 'should' && <span class="level should">should</span>}
      </th>
      {of.cells.map((cell, at) => (
        <CellLink cell={cell} clause={of.id} endpoint={endpoints[at] ?? ''} />
      ))}
      <td class="paraphrase">
        <Text of={of.description} />
      </td>
    </tr>
  );
}

/** `96 of 135 cells verified`. */
function verifiedWords(clauses: readonly PageClause[]): string {
  const cells = clauses.flatMap((clause) => clause.cells).filter((cell) => cell !== null);
  const verified = cells.filter(([status]) => status === 'verified').length;
  return `${verified.toLocaleString('en-US')} of ${count(cells.length, 'cell')} verified`;
}

/** The worst status of a column. */
function worst(clauses: readonly PageClause[], column: number): CellStatus | undefined {
  return CELL_ORDER.find((status) => clauses.some(({ cells }) => cells[column]?.[0] === status));
}

interface BlockProps {
  readonly chapter: string;
  readonly clauses: readonly PageClause[];
  readonly endpoints: readonly string[];
}

/** Closed, it shows only the clauses with something wrong. */
function Block({ chapter, clauses, endpoints }: BlockProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? clauses : clauses.filter(isTroubled);
  const name = /^\d/.test(chapter) ? `§${chapter}` : chapter;
  return (
    <tbody>
      <tr class="chapter">
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'} </span>
            <Text of={name} />{' '}
            <span class="faint">
              {shown.length === clauses.length || shown.length === 0
                ? count(clauses.length, 'clause')
                : `${shown.length} of ${count(clauses.length, 'clause')}`}
            </span>
          </button>
        </th>
        {endpoints.map((endpoint, column) => {
          const status = worst(clauses, column);
          if (status === undefined) return <td class="apart" />;
          const { sign, tone, word } = CELL_LOOKS[status];
          return (
            <td class={tone}>
              <span aria-hidden="true">{sign}</span>
              <span class="unheard">{`${name} on ${endpoint}: ${word}`}</span>
            </td>
          );
        })}
        <td class="paraphrase">{verifiedWords(clauses)}</td>
      </tr>
      {shown.map((clause) => (
        <ClauseRow of={clause} endpoints={endpoints} />
      ))}
    </tbody>
  );
}

const TROUBLED: ReadonlySet<CellStatus> = new Set(['failed', 'warned']);
const isTroubled = ({ cells }: PageClause): boolean =>
  cells.some((cell) => cell !== null && TROUBLED.has(cell[0]));

/** Short enough for a narrow column. */
const COLUMN_WORDS: ReadonlyMap<string, string> = new Map([
  ['gamePlayer', 'player'],
  ['characterPlayer', 'character'],
]);

const variantOf = (endpoint: string): string => endpoint.slice(endpoint.indexOf('.') + 1);

function ColumnHeads({ endpoints }: { readonly endpoints: readonly string[] }) {
  const resources = [...new Set(endpoints.map((each) => each.slice(0, each.indexOf('.'))))];
  return (
    <thead>
      <tr>
        <td rowSpan={2} />
        {resources.map((resource) => (
          <th scope="colgroup" colSpan={endpoints.filter((each) => each.startsWith(`${resource}.`)).length}>
            {COLUMN_WORDS.get(resource) ?? resource}
          </th>
        ))}
      </tr>
      <tr>
        {endpoints.map((endpoint) => (
          <th scope="col" class="upright">
            <a href={hashOf({ endpoint })} title={endpoint}>
              {variantOf(endpoint)}
            </a>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Legend() {
  return (
    <p class="legend">
      {CELL_ORDER.map((status) => (
        <span>
          <span class={`key ${CELL_LOOKS[status].tone}`} aria-hidden="true">
            {CELL_LOOKS[status].sign}
          </span>{' '}
          {CELL_LOOKS[status].word}{' '}
        </span>
      ))}
    </p>
  );
}

export function Grid({ page: { clauses, endpoints } }: { readonly page: RunPage }) {
  const table = useRef<HTMLTableElement>(null);
  // Some cell has to be the stop from which the arrow keys lead on.
  useEffect(() => {
    const first = table.current?.querySelector<HTMLElement>('td a');
    if (first !== null && first !== undefined) makeStop(first);
  }, []);
  return (
    <section id="map" aria-labelledby="map-head">
      <h2 id="map-head">Clauses by endpoints</h2>
      <Legend />
      <div class="wide">
        <table class="grid" ref={table} onKeyDown={moveByArrows}>
          <ColumnHeads endpoints={endpoints} />
          {[...grouped(clauses, ({ chapter }) => chapter)].map(([chapter, its]) => (
            <Block chapter={chapter} clauses={its} endpoints={endpoints} />
          ))}
        </table>
      </div>
    </section>
  );
}
