/** The page of a run, from top to bottom: the verdict, the causes, the map, what is missing, all cases. */
import { useLayoutEffect } from 'preact/hooks';
import { useAddress } from '../../../base/page/address.ts';
import { Code, Text, TextList } from '../../../base/page/parts.tsx';
import { dateOf } from '../../../base/page/text.ts';
import type { Page } from '../page-data.ts';
import { CaseList } from './case-list.tsx';
import { Causes, Groups } from './causes.tsx';
import { Grid } from './grid.tsx';
import { choiceOf, hashOf, VERDICT_ORDER } from './logic/choice.ts';
import { VERDICT_LOOKS } from './marks.tsx';

interface RunViewProps {
  readonly page: Page;
}

const TotalsList = ({ page: { totals } }: RunViewProps) => (
  <ul class="totals" aria-label="cases by verdict">
    {VERDICT_ORDER.map((verdict) => {
      const { sign, tone, word } = VERDICT_LOOKS[verdict];
      return (
        <li class={totals[verdict] === 0 ? 'none' : tone}>
          <a href={hashOf({ verdict })}>
            <strong>{totals[verdict].toLocaleString('en-US')}</strong> <span aria-hidden="true">{sign} </span>
            {word}
          </a>
        </li>
      );
    })}
  </ul>
);

const NoticeBox = ({
  tone,
  head,
  of,
}: {
  readonly tone: string;
  readonly head: string;
  readonly of: readonly string[];
}) =>
  of.length === 0 ? null : (
    <div class={`notice ${tone}`}>
      <h2>{head}</h2>
      <TextList of={of} />
    </div>
  );

/** The first screen: the verdict, the counts, and what was checked. */
function FirstScreen({ page }: RunViewProps) {
  const { headline, verified, facts, partial, warnings, learned } = page;
  const { at, ...others } = facts;
  return (
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
      <TotalsList page={page} />
      <dl class="about">
        {Object.entries(others).map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <Text of={value} />
            </dd>
          </div>
        ))}
        <div>
          <dt>began</dt>
          <dd>
            <time dateTime={at}>
              <Text of={dateOf(at)} />
            </time>
          </dd>
        </div>
      </dl>
      <NoticeBox tone="bad" head="This run is not whole" of={partial} />
      <NoticeBox tone="warned" head="Warnings" of={warnings} />
      {learned.length > 0 && (
        <details class="notice">
          <summary>learned from the first requests</summary>
          <TextList of={learned} />
        </details>
      )}
    </header>
  );
}

const SILENT_HEADING = 'Where the document is silent, this backend answers';

const SilentTable = ({ page: { silent } }: RunViewProps) =>
  silent.length === 0 ? null : (
    <section id="silent" aria-labelledby="silent-head">
      <h2 id="silent-head">{SILENT_HEADING}</h2>
      <div class="wide" tabIndex={0} role="group" aria-label={SILENT_HEADING}>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">question</th>
              <th scope="col">asks</th>
              <th scope="col">answer</th>
            </tr>
          </thead>
          <tbody>
            {silent.map(({ question, asks, answer }) => (
              <tr>
                <td>
                  <Code of={question} />
                </td>
                <td>
                  <Text of={asks} />
                </td>
                <td>
                  <Code of={answer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );

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
    ...(page.silent.length > 0 ? [['silent', 'where the document is silent']] : []),
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
        <SilentTable page={page} />
        <CaseList page={page} choice={choice} />
      </main>
    </>
  );
}
