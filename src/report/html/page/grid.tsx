/** The map: clauses by endpoints, a block for each chapter. What is all well takes one line. */
import { useState } from 'preact/hooks';
import { grouped } from '../../../base/text/grouping.ts';
import { visibleLine } from '../../../base/text/visible.ts';
import { moveByArrows, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';
import type { CellStatus } from '../../facts/clause-grid.ts';
import type { Page, PageClause } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { CELL_LOOKS, CELL_ORDER } from './marks.tsx';

const EndpointHeads = ({ endpoints }: { readonly endpoints: Page['endpoints'] }) => (
  <thead>
    <tr>
      <td />
      {endpoints.map((endpoint) => (
        <th scope="col" class="upright">
          <a href={hashOf({ endpoint })}>{endpoint}</a>
        </th>
      ))}
    </tr>
  </thead>
);

interface ClauseRowProps {
  readonly of: PageClause;
  readonly endpoints: Page['endpoints'];
  /** The first row of its chapter. */
  readonly isStop: boolean;
}

function ClauseRow({ of: { id, level, description, cells }, endpoints, isStop }: ClauseRowProps) {
  const first = cells.findIndex((cell) => cell !== null);
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ clause: id })} title={description}>
          <Text of={id} />
        </a>
        {level === 'should' && <span class="level should">should</span>}
      </th>
      {cells.map((cell, at) => {
        if (cell === null) return <td class="apart" />;
        const [status, cases] = cell;
        const { sign, tone, word } = CELL_LOOKS[status];
        const endpoint = endpoints[at] ?? '';
        const said = `${visibleLine(id)} on ${endpoint}: ${word}${cases === 0 ? '' : `, ${count(cases, 'case')}`}`;
        return (
          <td class={tone}>
            <a
              href={hashOf({ clause: id, endpoint })}
              tabIndex={isStop && at === first ? 0 : -1}
              title={said}
              aria-label={said}
            >
              {sign}
            </a>
          </td>
        );
      })}
      <td class="paraphrase">
        <Text of={description} />
      </td>
    </tr>
  );
}

const TROUBLED: ReadonlySet<CellStatus> = new Set(['failed', 'warned']);
const isTroubled = ({ cells }: PageClause): boolean =>
  cells.some((cell) => cell !== null && TROUBLED.has(cell[0]));

/** `96 of 135 cells verified`. */
function verifiedWords(clauses: readonly PageClause[]): string {
  const cells = clauses.flatMap((clause) => clause.cells).filter((cell) => cell !== null);
  const verified = cells.filter(([status]) => status === 'verified').length;
  return `${verified.toLocaleString('en-US')} of ${count(cells.length, 'cell')} verified`;
}

interface BlockProps {
  readonly chapter: string;
  readonly clauses: readonly PageClause[];
  readonly endpoints: Page['endpoints'];
}

/** Closed, it shows only the clauses with something wrong. */
function ChapterRows({ chapter, clauses, endpoints }: BlockProps) {
  const [isOpen, setOpen] = useState(false);
  const name = /^\d/.test(chapter) ? `§${chapter}` : chapter;
  return (
    <tbody>
      <tr class="chapter">
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'} </span>
            <Text of={name} /> <span class="faint">{count(clauses.length, 'clause')}</span>
          </button>
        </th>
        {endpoints.map((endpoint, at) => {
          const worst = CELL_ORDER.find((status) => clauses.some(({ cells }) => cells[at]?.[0] === status));
          if (worst === undefined) return <td class="apart" />;
          const { sign, tone, word } = CELL_LOOKS[worst];
          return (
            <td class={tone}>
              <span aria-hidden="true">{sign}</span>
              <span class="unheard">{`${name} on ${endpoint}: ${word}`}</span>
            </td>
          );
        })}
        <td class="paraphrase">{verifiedWords(clauses)}</td>
      </tr>
      {clauses
        .filter((clause) => isOpen || isTroubled(clause))
        .map((clause, at) => (
          <ClauseRow of={clause} endpoints={endpoints} isStop={at === 0} />
        ))}
    </tbody>
  );
}

const Legend = () => (
  <p class="legend">
    {Object.values(CELL_LOOKS).map(({ sign, tone, word }) => (
      <span>
        <span class={`key ${tone}`} aria-hidden="true">
          {sign}
        </span>{' '}
        {word}{' '}
      </span>
    ))}
  </p>
);

export function Grid({ page: { clauses, endpoints } }: { readonly page: Page }) {
  return (
    <section id="map" aria-labelledby="map-head">
      <h2 id="map-head">Clauses by endpoints</h2>
      <Legend />
      <div class="wide">
        <table class="grid" onKeyDown={moveByArrows}>
          <EndpointHeads endpoints={endpoints} />
          {[...grouped(clauses, ({ chapter }) => chapter)].map(([chapter, its]) => (
            <ChapterRows chapter={chapter} clauses={its} endpoints={endpoints} />
          ))}
        </table>
      </div>
    </section>
  );
}
