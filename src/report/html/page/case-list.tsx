/** All cases, filtered by verdict, clause, endpoint and text. Only a window of the list is made: it grows as the reader comes to its end. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunPage } from '../page-data.ts';
import { visibleLine } from '../../../base/text/visible.ts';
import { CaseView } from './case.tsx';
import { chosenCases, hashOf, isFiltered, NO_CHOICE, type Choice } from './logic/choice.ts';
import { VERDICT_LOOKS, VERDICT_ORDER, VerdictMark } from './marks.tsx';
import { LazyDetails, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';

interface Props {
  readonly page: RunPage;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

/** The verdicts with one more or one less. */
function toggled(verdict: string, all: string): string {
  const chosen = new Set(all.split(',').filter((each) => each !== ''));
  if (!chosen.delete(verdict)) chosen.add(verdict);
  return VERDICT_ORDER.filter((each) => chosen.has(each)).join(',');
}

function Filters({ page, choice, onChoice }: Props) {
  const change = (part: Partial<Choice>): void =>
    onChoice({ ...NO_CHOICE, ...choice, section: '', case: '', ...part });
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
        clause
        <select value={choice.clause} onChange={(event) => change({ clause: event.currentTarget.value })}>
          <option value="">all</option>
          {page.clauses.map(({ id }) => (
            <option value={id}>{visibleLine(id)}</option>
          ))}
        </select>
      </label>
      <label>
        endpoint
        <select value={choice.endpoint} onChange={(event) => change({ endpoint: event.currentTarget.value })}>
          <option value="">all</option>
          {page.endpoints.map((id) => (
            <option value={id}>{id}</option>
          ))}
        </select>
      </label>
      <label class="text">
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

/** How many cases are added at a time. */
const STEP = 60;
/** How many come before a case that a link leads to. */
const BEFORE = 5;

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
