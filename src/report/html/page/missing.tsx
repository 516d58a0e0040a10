/** What was not judged, by why; what was skipped, by what the target file lacks. */
import type { PageMissing, RunPage } from '../page-data.ts';
import { CaseLinks } from './case.tsx';
import { Code, LazyDetails, Lines, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';

const MAX_LISTED = 40;
/** How many are shown at once: those that most cases lack come first. */
const FIRST = 12;

function MissingItem({ of, page }: { readonly of: PageMissing; readonly page: RunPage }) {
  const { words, lines, cases } = of;
  const those = cases.length === 1 ? 'this case' : `these ${cases.length.toLocaleString('en-US')} cases`;
  const summary =
    lines.length === 0 ? (
      <>
        <Text of={words} /> <span class="faint">{count(cases.length, 'case')}</span>
      </>
    ) : (
      <>
        declare <Text of={words} /> to verify {those}
      </>
    );
  return (
    <li>
      <LazyDetails summary={summary}>
        {() => (
          <>
            {lines.length > 0 && (
              <>
                <p>
                  add to <Code of={page.worldFile} />
                </p>
                <Lines of={lines.join('\n')} label="lines to add" />
              </>
            )}
            <p class="others">
              <CaseLinks of={cases.slice(0, MAX_LISTED)} page={page} />
              {cases.length > MAX_LISTED && ` and ${count(cases.length - MAX_LISTED, 'more case')}`}
            </p>
          </>
        )}
      </LazyDetails>
    </li>
  );
}

export function Missing({ page }: { readonly page: RunPage }) {
  if (page.missing.length === 0) return null;
  const first = page.missing.slice(0, FIRST);
  const rest = page.missing.slice(FIRST);
  return (
    <section id="skipped" aria-labelledby="skipped-head">
      <h2 id="skipped-head">What was skipped, and what would verify it</h2>
      <ul class="missing">
        {first.map((each) => (
          <MissingItem of={each} page={page} />
        ))}
      </ul>
      {rest.length > 0 && (
        <LazyDetails summary={`${rest.length} more prerequisites`}>
          {() => (
            <ul class="missing">
              {rest.map((each) => (
                <MissingItem of={each} page={page} />
              ))}
            </ul>
          )}
        </LazyDetails>
      )}
    </section>
  );
}

export function Unjudged({ page }: { readonly page: RunPage }) {
  if (page.unjudged.length === 0) return null;
  return (
    <section id="unjudged" aria-labelledby="unjudged-head">
      <h2 id="unjudged-head">What could not be judged</h2>
      <ul class="missing">
        {page.unjudged.map((each) => (
          <MissingItem of={each} page={page} />
        ))}
      </ul>
    </section>
  );
}
