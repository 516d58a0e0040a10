/** All cases, filtered. Only a window of the list is made: it grows as the reader comes to its end. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunPage } from '../page-data.ts';
import { CaseView } from './case-view.tsx';
import { chosenCases, hashOf, isFiltered, type Choice } from './logic/choice.ts';
import { Filters } from './filters.tsx';
import { LazyDetails } from './lazy-details.tsx';
import { VerdictMark } from './marks.tsx';
import { count, Text } from './text.tsx';

/** How many cases are added at a time. */
const STEP = 60;
/** How many come before a case that a link leads to. */
const BEFORE = 5;

interface Props {
  readonly page: RunPage;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

function Row({ at, page, open }: { readonly at: number; readonly page: RunPage; readonly open: boolean }) {
  const its = page.cases[at];
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (!open) return;
    row.current?.scrollIntoView();
    row.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [open]);
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
    <li ref={row} class={open ? 'linked' : undefined}>
      <LazyDetails summary={summary} open={open}>
        {() => <CaseView of={its} page={page} />}
      </LazyDetails>
    </li>
  );
}

/** Calls back when the element comes near the window. */
function useNear(callback: () => void, depends: unknown) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = end;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && callback(), {
      rootMargin: '400px',
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [depends]);
  return end;
}

function List({
  found,
  page,
  linked,
}: {
  readonly found: readonly number[];
  readonly page: RunPage;
  readonly linked: number;
}) {
  const place = found.indexOf(linked);
  const [from, setFrom] = useState(Math.max(0, place - BEFORE));
  const [to, setTo] = useState(from + STEP);
  const end = useNear(() => setTo((known) => known + STEP), to);
  return (
    <>
      {from > 0 && (
        <button type="button" onClick={() => setFrom(Math.max(0, from - STEP))}>
          show {Math.min(STEP, from)} before these
        </button>
      )}
      <ol class="cases" start={from + 1}>
        {found.slice(from, to).map((at) => (
          <Row key={at} at={at} page={page} open={at === linked} />
        ))}
      </ol>
      {to < found.length && (
        <div ref={end}>
          <button type="button" onClick={() => setTo(to + STEP)}>
            show more: {count(found.length - to, 'case')} left
          </button>
        </div>
      )}
    </>
  );
}

export function CaseList({ page, choice, onChoice }: Props) {
  const section = useRef<HTMLElement>(null);
  const found = useMemo(() => chosenCases(page, choice), [page, choice]);
  const linked = choice.case === '' ? -1 : page.cases.findIndex(({ id }) => id === choice.case);
  const wantsScroll = isFiltered(choice) && choice.case === '';
  const isTyping = useRef(false);
  useLayoutEffect(() => {
    if (wantsScroll && !isTyping.current) section.current?.scrollIntoView();
    isTyping.current = false;
  }, [choice]);
  const change = (next: Choice): void => {
    isTyping.current = true;
    onChoice(next);
  };
  return (
    <section id="cases" aria-labelledby="cases-head" ref={section}>
      <h2 id="cases-head">Cases</h2>
      <Filters page={page} choice={choice} onChoice={change} />
      <p role="status">
        {count(found.length, 'case')}
        {isFiltered(choice) && (
          <>
            {' '}
            of {page.cases.length.toLocaleString('en-US')}; <a href="#cases">show all</a>
          </>
        )}
      </p>
      {choice.case !== '' && linked === -1 && (
        <p class="notice warned">
          This run has no case <Text of={choice.case} />.{' '}
          <a href={hashOf({ text: choice.case.split('@')[0] ?? '' })}>Search for it</a>
        </p>
      )}
      <List key={JSON.stringify(choice)} found={found} page={page} linked={linked} />
    </section>
  );
}
