/** The page of a run, from top to bottom: the verdict, the causes, the map, what is missing, all cases. */
import { useLayoutEffect } from 'preact/hooks';
import { useAddress } from '../../../base/page/address.ts';
import { Text, TextList } from '../../../base/page/parts.tsx';
import type { Page } from '../page-data.ts';
import { CaseList } from './case-list.tsx';
import { Causes, Groups } from './causes.tsx';
import { Grid } from './grid.tsx';
import { choiceOf } from './logic/choice.ts';
import { TotalsList } from './marks.tsx';

interface NoticeProps {
  readonly tone: string;
  readonly head: string;
  readonly of: readonly string[];
}

const NoticeBox = ({ tone, head, of }: NoticeProps) =>
  of.length === 0 ? null : (
    <div class={`notice ${tone}`}>
      <h2>{head}</h2>
      <TextList of={of} />
    </div>
  );

/** The first screen: the verdict, the counts, and what was checked. */
const FirstScreen = ({ page: { headline, verified, totals, facts, partial, warnings } }: RunViewProps) => (
  <header>
    <p class="brand">tagproof · conformance with getTag</p>
    <h1 class={headline.tone}>
      <Text of={headline.words} />
    </h1>
    {verified.map((line) => (
      <p>
        <Text of={line} />
      </p>
    ))}
    <TotalsList totals={totals} />
    <dl class="about">
      {Object.entries(facts).map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <Text of={value} />
          </dd>
        </div>
      ))}
    </dl>
    <NoticeBox tone="bad" head="This run is not whole" of={partial} />
    <NoticeBox tone="warned" head="Warnings" of={warnings} />
  </header>
);

interface RunViewProps {
  readonly page: Page;
}

export function RunView({ page }: RunViewProps) {
  const choice = useAddress(choiceOf);
  // The browser looked for the section before the page was made.
  useLayoutEffect(() => {
    if (choice.section !== '') document.getElementById(choice.section)?.scrollIntoView();
  }, [choice.section]);
  const places = [
    ['causes', 'causes'],
    ['map', 'clauses'],
    ...page.groups.map(({ id, heading }) => [id, heading.toLowerCase()]),
    ['cases', 'cases'],
  ];
  return (
    <>
      <FirstScreen page={page} />
      <nav aria-label="sections">
        {places.map(([id, name]) => (
          <a href={`#${id}`}>{name}</a>
        ))}
      </nav>
      <main>
        <Causes page={page} />
        <Grid page={page} />
        <Groups page={page} />
        <CaseList page={page} choice={choice} />
      </main>
    </>
  );
}
