/** Several runs side by side: a column for each, a row for each clause, then one for each open question. */
import { useState } from 'preact/hooks';
import type { MatrixPage } from '../page-data.ts';
import { lastLine } from '../../../engine/verdict.ts';
import { CELL_LOOKS } from './marks.tsx';
import { Text } from '../../../page/parts.tsx';
import { dateOf } from '../../../page/text.ts';

type Cell = MatrixPage['rows'][number]['cells'][number];

function MatrixCellView({ of: { status, endpoints, of } }: { readonly of: Cell }) {
  const { sign, tone, word } = CELL_LOOKS[status];
  const part = endpoints === of || of === 0 ? '' : `${endpoints}/${of}`;
  return (
    <td class={tone}>
      <span aria-hidden="true">{sign}</span> {part}
      <span class="unheard">{word}</span>
    </td>
  );
}

function Runs({ page }: { readonly page: MatrixPage }) {
  return (
    <ul class="runs">
      {page.runs.map(({ name, target, version, at, headline, totals, verified }) => (
        <li class={headline.tone}>
          <strong>
            <Text of={name} />
          </strong>{' '}
          {headline.words}
          <br />
          <span class="faint">
            <Text of={target} />, tagproof <Text of={version} />, <Text of={dateOf(at)} />
            {verified !== '' && `, ${verified} must cells verified`}
          </span>
          <br />
          {lastLine(totals)}
        </li>
      ))}
    </ul>
  );
}

const differ = (values: readonly string[]): boolean => new Set(values).size > 1;

interface TableProps {
  readonly page: MatrixPage;
  readonly all: boolean;
}

const RunHeads = ({ page }: Pick<TableProps, 'page'>) => (
  <thead>
    <tr>
      <td />
      {page.runs.map(({ name }) => (
        <th scope="col">
          <Text of={name} />
        </th>
      ))}
    </tr>
  </thead>
);

function ClauseTable({ page, all }: TableProps) {
  const rows = page.rows.flatMap((row, at) =>
    all || differ(row.cells.map(({ status, endpoints }) => `${status} ${endpoints}`)) ? [{ ...row, at }] : [],
  );
  if (rows.length === 0) return <p>The runs agree on every clause.</p>;
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="clauses by runs">
      <table class="grid matrix">
        <RunHeads page={page} />
        <tbody>
          {rows.map(({ clause, level, cells, at }) => (
            <tr>
              <th scope="row" title={page.description[at]}>
                <Text of={clause} />
                {level === 'should' && <span class="level should">should</span>}
              </th>
              {cells.map((cell) => (
                <MatrixCellView of={cell} />
              ))}
              <td class="paraphrase">
                <Text of={page.description[at] ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Questions({ page, all }: TableProps) {
  const rows = page.questions.filter(({ answers }) => all || differ(answers));
  if (rows.length === 0) return <p>The runs agree on every open question.</p>;
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="open questions by runs">
      <table class="plain">
        <RunHeads page={page} />
        <tbody>
          {rows.map(({ question, asks, answers }) => (
            <tr>
              <th scope="row">
                <Text of={asks} />
                <br />
                <code class="faint">{question}</code>
              </th>
              {answers.map((answer) => (
                <td>{answer === '' ? '–' : <Text of={answer} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function MatrixView({ page }: { readonly page: MatrixPage }) {
  const [all, setAll] = useState(page.runs.length < 2);
  return (
    <>
      <header>
        <p class="brand">tagproof · conformance with getTag</p>
        <h1>{page.runs.length} runs side by side</h1>
        <Runs page={page} />
      </header>
      <main>
        <p>
          <label>
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />{' '}
            also rows in which all runs agree
          </label>
        </p>
        <section aria-labelledby="map-head">
          <h2 id="map-head">Clauses</h2>
          <ClauseTable page={page} all={all} />
        </section>
        <section aria-labelledby="silent-head">
          <h2 id="silent-head">Where the document is silent</h2>
          <Questions page={page} all={all} />
        </section>
      </main>
    </>
  );
}
