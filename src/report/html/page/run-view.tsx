/** The page of a run, from top to bottom. */
import { useLayoutEffect } from 'preact/hooks';
import { replaceAddress, useAddress } from '../../../page/address.ts';
import type { RunPage } from '../page-data.ts';
import { CaseList } from './case-list.tsx';
import { Causes } from './causes.tsx';
import { Grid } from './grid.tsx';
import { Head } from './head.tsx';
import { Latency } from './latency.tsx';
import { Missing, Unjudged } from './missing.tsx';
import { Silent } from './questions.tsx';
import { choiceOf, hashOf, type Choice } from './logic/choice.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly there: (page: RunPage) => boolean;
}

const PLACES: readonly Place[] = [
  { id: 'map', name: 'clauses', there: () => true },
  { id: 'findings', name: 'findings', there: () => true },
  { id: 'unjudged', name: 'not judged', there: ({ unjudged }) => unjudged.length > 0 },
  { id: 'skipped', name: 'skipped', there: ({ missing }) => missing.length > 0 },
  { id: 'silent', name: 'where the document is silent', there: ({ silences }) => silences.length > 0 },
  { id: 'latency', name: 'latency', there: ({ latency }) => latency !== undefined },
  { id: 'cases', name: 'cases', there: () => true },
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
        {PLACES.filter(({ there }) => there(page)).map(({ id, name }) => (
          <a href={`#${id}`}>{name}</a>
        ))}
      </nav>
      <main>
        <Grid page={page} />
        <Causes page={page} />
        <Unjudged page={page} />
        <Missing page={page} />
        <Silent page={page} />
        <Latency page={page} />
        <CaseList page={page} choice={choice} onChoice={choose} />
      </main>
    </>
  );
}
