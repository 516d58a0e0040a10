/** Causes, each with its best example and the way to all its cases; and cases without a verdict, by why. */
import { Code, Text } from '../../../base/page/parts.tsx';
import { count } from '../../../base/page/text.ts';
import type { Page, PageCause } from '../page-data.ts';
import { CaseView } from './case.tsx';
import { hashOf } from './logic/choice.ts';

interface CauseProps {
  readonly of: PageCause;
  readonly page: Page;
  readonly open: boolean;
}

function CauseItem({ of, page, open }: CauseProps) {
  const { name, clause, otherClauses, level, words, extent, example: id, cases } = of;
  const example = page.cases.find((each) => each.id === id);
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
          <span class="faint">for example</span> <Text of={id} />
        </h3>
        {example !== undefined && <CaseView of={example} page={page} />}
        {otherClauses.length > 0 && (
          <p>
            <Text of={`the same breaks ${otherClauses.join(', ')}`} />
          </p>
        )}
        {cases > 1 && (
          <p>
            <a href={hashOf({ cause: name })}>all {count(cases, 'case')}</a>
          </p>
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
          {items.map(({ words, why, cases }) => (
            <li>
              <Text of={words} /> <a href={hashOf({ text: why })}>{count(cases, 'case')}</a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);
