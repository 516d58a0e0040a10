/** What was not judged, by why; what was skipped, by what it needs. */
import type { PageNotJudged, RunPage } from '../page-data.ts';
import { CaseLinks } from './case.tsx';
import { LazyDetails, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';

const MAX_LISTED = 40;
/** How many are shown at once: what the most must cells need comes first. */
const FIRST = 12;

function Item({ of: { words, cases }, page }: { readonly of: PageNotJudged; readonly page: RunPage }) {
  const summary = (
    <>
      <Text of={words} /> <span class="faint">{count(cases.length, 'case')}</span>
    </>
  );
  return (
    <li>
      <LazyDetails summary={summary}>
        {() => (
          <p class="others">
            <CaseLinks of={cases.slice(0, MAX_LISTED)} page={page} />
            {cases.length > MAX_LISTED && ` and ${count(cases.length - MAX_LISTED, 'more case')}`}
          </p>
        )}
      </LazyDetails>
    </li>
  );
}

function Items({ of, page }: { readonly of: readonly PageNotJudged[]; readonly page: RunPage }) {
  return (
    <ul class="not-judged">
      {of.map((each) => (
        <Item of={each} page={page} />
      ))}
    </ul>
  );
}

export function Skipped({ page }: { readonly page: RunPage }) {
  if (page.skipped.length === 0) return null;
  const rest = page.skipped.slice(FIRST);
  return (
    <section id="skipped" aria-labelledby="skipped-head">
      <h2 id="skipped-head">What was skipped, and what would verify it</h2>
      {page.seedKit.map((line) => (
        <p>{line}</p>
      ))}
      <Items of={page.skipped.slice(0, FIRST)} page={page} />
      {rest.length > 0 && (
        <LazyDetails summary={count(rest.length, 'more need')}>
          {() => <Items of={rest} page={page} />}
        </LazyDetails>
      )}
    </section>
  );
}

export function Errored({ page }: { readonly page: RunPage }) {
  if (page.errored.length === 0) return null;
  return (
    <section id="unjudged" aria-labelledby="unjudged-head">
      <h2 id="unjudged-head">What could not be judged</h2>
      <Items of={page.errored} page={page} />
    </section>
  );
}
