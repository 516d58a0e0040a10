/** Findings by cause: each with its best example, and the way to all its cases. */
import { useEffect, useState } from 'preact/hooks';
import type { PageCause, RunPage } from '../page-data.ts';
import { CaseLinks, CaseView } from './case.tsx';
import { hashOf } from './logic/choice.ts';
import { Code, LazyDetails, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';

/** How many are open from the start. */
const OPEN_AT_FIRST = 1;
/** How many are opened for the printer. */
const MAX_PRINTED = 100;
/** How many ids of cases are listed under an example. */
const MAX_LISTED = 12;

function OtherCases({ of, page }: { readonly of: PageCause; readonly page: RunPage }) {
  const others = of.cases.slice(1);
  if (others.length === 0) return null;
  const clause = page.clauses[of.clause]?.id ?? '';
  return (
    <p class="others">
      also <CaseLinks of={others.slice(0, MAX_LISTED)} page={page} />
      {others.length > MAX_LISTED && (
        <>
          {' '}
          <a href={hashOf({ clause, verdict: 'fail,warn' })}>
            and {count(others.length - MAX_LISTED, 'more case')}
          </a>
        </>
      )}
    </p>
  );
}

function CauseItem({
  of,
  page,
  open,
}: {
  readonly of: PageCause;
  readonly page: RunPage;
  readonly open: boolean;
}) {
  const clause = page.clauses[of.clause];
  const [first = 0] = of.cases;
  const example = page.cases[first];
  const summary = (
    <>
      <span class={`mark ${of.level === 'must' ? 'bad' : 'warned'}`} aria-hidden="true">
        {of.level === 'must' ? '✗' : '!'}
      </span>{' '}
      <Code of={clause?.id ?? ''} /> {of.words}{' '}
      <span class="faint">
        {count(of.cases.length, 'case')}, {count(of.endpoints.length, 'endpoint')}
      </span>
      {clause !== undefined && clause.description !== '' && (
        <span class="description">
          <Text of={clause.description} />
        </span>
      )}
    </>
  );
  return (
    <li>
      <LazyDetails summary={summary} open={open} class="cause">
        {() => (
          <>
            {example !== undefined && (
              <>
                <h3>
                  <span class="faint">for example</span> <Text of={example.id} />
                </h3>
                <CaseView of={example} page={page} />
              </>
            )}
            <OtherCases of={of} page={page} />
          </>
        )}
      </LazyDetails>
    </li>
  );
}

/** Whether the page is about to be printed: paper can't be clicked. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

export function Causes({ page }: { readonly page: RunPage }) {
  const isPrinting = usePrinting();
  const { causes } = page;
  return (
    <section id="findings" aria-labelledby="findings-head">
      <h2 id="findings-head">Findings by cause</h2>
      {causes.length === 0 ? (
        <p>Nothing was found.</p>
      ) : (
        <ol class="causes">
          {causes.map((cause, at) => (
            <CauseItem
              key={`${at}${isPrinting}`}
              of={cause}
              page={page}
              open={isPrinting ? at < MAX_PRINTED : at < OPEN_AT_FIRST}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
