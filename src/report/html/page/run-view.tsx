/** The page of a run, from top to bottom. */
import { useLayoutEffect } from 'preact/hooks';
import { replaceAddress, useAddress } from '../../../base/page/address.ts';
import type { RunPage } from '../page-data.ts';
import { CaseList } from './case-list.tsx';
import { Causes } from './causes.tsx';
import { Grid } from './grid.tsx';
import { Head } from './head.tsx';
import { Errored, Skipped } from './not-judged.tsx';
import { choiceOf, hashOf, type Choice } from './logic/choice.ts';
import { Code, Text } from '../../../base/page/parts.tsx';
import type { ShownTable } from '../../tables.ts';

function TableOf({ of: { id, heading, columns, code = [], rows } }: { readonly of: ShownTable }) {
  const head = `${id}-head`;
  return (
    <section id={id} aria-labelledby={head}>
      <h2 id={head}>{heading}</h2>
      <div class="wide" tabIndex={0} role="group" aria-label={heading}>
        <table class="plain">
          <thead>
            <tr>
              {columns.map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell, at) => (
                  <td>{code.includes(columns[at] ?? '') ? <Code of={cell} /> : <Text of={cell} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Tables({ of }: { readonly of: readonly ShownTable[] }) {
  return (
    <>
      {of.map((table) => (
        <TableOf of={table} />
      ))}
    </>
  );
}

interface Place {
  readonly id: string;
  readonly name: string;
}

/** The sections that a page has, in their order. */
const placesOf = ({ errored, skipped, tables }: RunPage): readonly Place[] => [
  { id: 'map', name: 'clauses' },
  { id: 'findings', name: 'findings' },
  ...(errored.length > 0 ? [{ id: 'unjudged', name: 'not judged' }] : []),
  ...(skipped.length > 0 ? [{ id: 'skipped', name: 'skipped' }] : []),
  ...tables.map(({ id, heading }) => ({ id, name: heading.toLowerCase() })),
  { id: 'cases', name: 'cases' },
];

const choose = (choice: Choice): void => replaceAddress(hashOf(choice));

export function RunView({ page }: { readonly page: RunPage }) {
  const choice = useAddress(choiceOf);
  // The browser looked for the section before the page was made.
  useLayoutEffect(() => {
    if (choice.section !== '') document.getElementById(choice.section)?.scrollIntoView();
  }, [choice.section]);
  return (
    <>
      <Head page={page} />
      <nav aria-label="sections">
        {placesOf(page).map(({ id, name }) => (
          <a href={`#${id}`}>{name}</a>
        ))}
      </nav>
      <main>
        <Grid page={page} />
        <Causes page={page} />
        <Errored page={page} />
        <Skipped page={page} />
        <Tables of={page.tables} />
        <CaseList page={page} choice={choice} onChoice={choose} />
      </main>
    </>
  );
}
