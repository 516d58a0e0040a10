/** All cases, filtered by verdict, clause, endpoint and text, or the one that a link leads to. The list grows by a click. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { replaceAddress } from '../../../base/page/address.ts';
import { LazyDetails, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';
import type { Page } from '../page-data.ts';
import { CaseView } from './case.tsx';
import { chosenCases, hashOf, isFiltered, type Choice } from './logic/choice.ts';
import { TotalsList, VerdictMark } from './marks.tsx';

interface CaseListProps {
  readonly page: Page;
  readonly choice: Choice;
}

/** `12 cases of 1,811 about 7.3/known on group.client; show all`. */
function FoundCount({ page, choice, found }: CaseListProps & { readonly found: number }) {
  const { cause, clause, endpoint } = choice;
  const parts = [
    count(found, 'case'),
    isFiltered(choice) && `of ${page.cases.length.toLocaleString('en-US')}`,
    cause && `that show ${cause}`,
    clause && `about ${clause}`,
    endpoint && `on ${endpoint}`,
  ];
  return (
    <p role="status">
      <Text of={parts.filter(Boolean).join(' ')} />
      {isFiltered(choice) && (
        <>
          ; <a href="#cases">show all</a>
        </>
      )}
    </p>
  );
}

/** How many cases are added at a time. */
const CASES_AT_A_TIME = 60;

interface ListProps {
  readonly found: Page['cases'];
  readonly page: Page;
  readonly open: boolean;
}

function List({ found, page, open }: ListProps) {
  const [shown, setShown] = useState(CASES_AT_A_TIME);
  return (
    <>
      <ol class="list">
        {found.slice(0, shown).map((its, at) => (
          <li key={at}>
            <LazyDetails
              open={open}
              summary={
                <>
                  <VerdictMark of={its.verdict} /> <Text of={its.id} />{' '}
                  <span class="faint">
                    <Text of={its.title} />
                  </span>
                </>
              }
            >
              {() => <CaseView of={its} page={page} />}
            </LazyDetails>
          </li>
        ))}
      </ol>
      {shown < found.length && (
        <button type="button" onClick={() => setShown(shown + CASES_AT_A_TIME)}>
          show more: {count(found.length - shown, 'case')} left
        </button>
      )}
    </>
  );
}

export function CaseList({ page, choice }: CaseListProps) {
  const section = useRef<HTMLElement>(null);
  const found = useMemo(() => chosenCases(page, choice), [page, choice]);
  const isLinked = choice.case !== '';
  // Whoever types or clicks in the list stays where he is.
  useLayoutEffect(() => {
    const { current } = section;
    if (!isFiltered(choice) || current?.contains(document.activeElement) === true) return;
    current?.scrollIntoView();
    if (isLinked) current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [choice]);
  const search = (text: string): void => replaceAddress(hashOf({ ...choice, section: '', case: '', text }));
  return (
    <section id="cases" aria-labelledby="cases-head" ref={section}>
      <h2 id="cases-head">Cases</h2>
      <TotalsList totals={page.totals} choice={choice} />
      <label class="search">
        text
        <input
          type="search"
          value={choice.text}
          placeholder="id, title, reason, expected, actual, body"
          onInput={(event) => search(event.currentTarget.value)}
        />
      </label>
      <FoundCount page={page} choice={choice} found={found.length} />
      {isLinked && found.length === 0 && (
        <p class="notice warned">
          This run has no case <Text of={choice.case} />.{' '}
          <a href={hashOf({ text: choice.case.split('@')[0] ?? '' })}>Search for it</a>
        </p>
      )}
      <List key={JSON.stringify(choice)} found={found} page={page} open={isLinked} />
    </section>
  );
}
