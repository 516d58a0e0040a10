/** All cases, filtered by verdict, clause, endpoint and text, or the one that a link leads to. The list grows by a click. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { replaceAddress } from '../../../base/page/address.ts';
import { LazyDetails, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';
import type { Page } from '../page-data.ts';
import { CaseView } from './case.tsx';
import { chosenCases, hashOf, isFiltered, VERDICT_ORDER, type Choice } from './logic/choice.ts';
import { VERDICT_LOOKS, VerdictMark } from './marks.tsx';

interface CaseListProps {
  readonly page: Page;
  readonly choice: Choice;
}

/** The verdicts with one more or one less. */
function toggled(verdict: string, all: string): string {
  const chosen = new Set(all.split(',').filter((each) => each !== ''));
  if (!chosen.delete(verdict)) chosen.add(verdict);
  return VERDICT_ORDER.filter((each) => chosen.has(each)).join(',');
}

function CaseFilters({ page, choice }: CaseListProps) {
  const change = (part: Partial<Choice>): void =>
    replaceAddress(hashOf({ ...choice, section: '', case: '', ...part }));
  const chosen = new Set(choice.verdict.split(','));
  return (
    <form
      class="filters"
      role="search"
      aria-label="filter the cases"
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset>
        <legend>verdict</legend>
        {VERDICT_ORDER.map((verdict) => (
          <button
            type="button"
            aria-pressed={chosen.has(verdict)}
            class={VERDICT_LOOKS[verdict].tone}
            onClick={() => change({ verdict: toggled(verdict, choice.verdict) })}
          >
            {VERDICT_LOOKS[verdict].word} {page.totals[verdict].toLocaleString('en-US')}
          </button>
        ))}
      </fieldset>
      <label>
        text
        <input
          type="search"
          value={choice.text}
          placeholder="id, title, expected, actual, body"
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
    </form>
  );
}

/** `12 cases of 1,811 about 7.3/known on group.client; show all`. */
const FoundCount = ({ page, choice, found }: CaseListProps & { readonly found: number }) => (
  <p role="status">
    {count(found, 'case')}
    {isFiltered(choice) && (
      <>
        {' '}
        of {page.cases.length.toLocaleString('en-US')}
        {choice.clause !== '' && (
          <>
            {' '}
            about <Text of={choice.clause} />
          </>
        )}
        {choice.endpoint !== '' && (
          <>
            {' '}
            on <Text of={choice.endpoint} />
          </>
        )}
        ; <a href="#cases">show all</a>
      </>
    )}
  </p>
);

/** How many cases are added at a time. */
const CASES_AT_A_TIME = 60;

function List({
  found,
  page,
  open,
}: {
  readonly found: readonly number[];
  readonly page: Page;
  readonly open: boolean;
}) {
  const [shown, setShown] = useState(CASES_AT_A_TIME);
  return (
    <>
      <ol class="list">
        {found.slice(0, shown).map((at) => {
          const its = page.cases[at];
          if (its === undefined) return null;
          const summary = (
            <>
              <VerdictMark of={its.verdict} /> <Text of={its.id} />{' '}
              <span class="faint">
                <Text of={its.title} />
              </span>
            </>
          );
          return (
            <li key={at}>
              <LazyDetails summary={summary} open={open}>
                {() => <CaseView of={its} page={page} />}
              </LazyDetails>
            </li>
          );
        })}
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
  return (
    <section id="cases" aria-labelledby="cases-head" ref={section}>
      <h2 id="cases-head">Cases</h2>
      <CaseFilters page={page} choice={choice} />
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
