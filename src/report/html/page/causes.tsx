/** Causes, each with its best example and the way to all its cases; and cases without a verdict, by why. */
import { Code, LazyDetails, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';
import type { Page, PageCause } from '../page-data.ts';
import { CaseView } from './case.tsx';
import { hashOf } from './logic/choice.ts';

/** How many ids of cases are listed. */
const MAX_LINKED = 12;

/** Cases by their ids, each leading to the case; `all`: where the others are listed. */
function CaseLinks({
  of,
  all,
  lead = '',
}: {
  readonly of: readonly string[];
  readonly all?: string;
  readonly lead?: string;
}) {
  const more = of.length - MAX_LINKED;
  const rest = count(more, 'more case');
  return (
    <p class="others">
      {lead}
      {of.slice(0, MAX_LINKED).map((id, at) => (
        <>
          {at > 0 && ', '}
          <a href={hashOf({ case: id })}>
            <Text of={id === '' ? '(no name)' : id} />
          </a>
        </>
      ))}
      {more > 0 && <> and {all === undefined ? rest : <a href={all}>{rest}</a>}</>}
    </p>
  );
}

function CauseItem({
  of,
  page,
  open,
}: {
  readonly of: PageCause;
  readonly page: Page;
  readonly open: boolean;
}) {
  const { clause, level, words, extent, cases } = of;
  const [first = '', ...others] = cases;
  const example = page.cases.find(({ id }) => id === first);
  return (
    <li>
      <details class="cause" open={open}>
        <summary>
          <span class={`mark ${level === 'must' ? 'bad' : 'warned'}`} aria-hidden="true">
            {level === 'must' ? '✗' : '!'}
          </span>{' '}
          <Code of={clause} /> <Text of={words} />{' '}
          <span class="faint">
            <Text of={extent} />
          </span>
        </summary>
        <h3>
          <span class="faint">for example</span> <Text of={first} />
        </h3>
        {example !== undefined && <CaseView of={example} page={page} />}
        {others.length > 0 && (
          <CaseLinks lead="also " of={others} all={hashOf({ clause, verdict: 'fail,warn' })} />
        )}
      </details>
    </li>
  );
}

export const Causes = ({ page }: { readonly page: Page }) => (
  <section id="causes" aria-labelledby="causes-head">
    <h2 id="causes-head">Causes</h2>
    {page.causes.length === 0 ? (
      <p>Nothing was found.</p>
    ) : (
      <ol class="list">
        {page.causes.map((cause, at) => (
          <CauseItem of={cause} page={page} open={at === 0} />
        ))}
      </ol>
    )}
  </section>
);

export const Groups = ({ page }: { readonly page: Page }) => (
  <>
    {page.groups.map(({ id, heading, intro, items }) => (
      <section id={id} aria-labelledby={`${id}-head`}>
        <h2 id={`${id}-head`}>{heading}</h2>
        {intro !== '' && <p>{intro}</p>}
        <ul class="list">
          {items.map(({ words, cases }) => (
            <li>
              <LazyDetails
                summary={
                  <>
                    <Text of={words} /> <span class="faint">{count(cases.length, 'case')}</span>
                  </>
                }
              >
                {() => <CaseLinks of={cases} />}
              </LazyDetails>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);
