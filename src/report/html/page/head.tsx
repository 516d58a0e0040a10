/** The first screen: the verdict, the counts, and what was checked. */
import type { RunPage } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { VERDICT_LOOKS, VERDICT_ORDER } from './marks.tsx';
import { Code, Text, TextList } from '../../../base/page/parts.tsx';
import { count, dateOf } from '../../../base/page/text.ts';

/** Answers that every client meets, so they are on the first screen. */
const FIRST_ANSWERS = new Set(['codes.returnCode', 'codes.errorCode', 'tagKeys.effect', 'tagKeys.omitted']);

function DialectFact({ tables }: RunPage) {
  const answers = tables.find(({ id }) => id === 'silent')?.rows ?? [];
  if (answers.length === 0) return <dd>nothing was found where the document is silent</dd>;
  const first = answers.filter(([question = '']) => FIRST_ANSWERS.has(question));
  return (
    <dd>
      {first.map(([question, , answer = '']) => (
        <>
          <code>{question}</code> <Text of={answer} />,{' '}
        </>
      ))}
      <a href="#silent">
        {first.length === 0 ? '' : 'and '}
        {count(answers.length - first.length, 'answer')}
        {first.length === 0 ? '' : ' more'}
      </a>
    </dd>
  );
}

function Facts({ page }: { readonly page: RunPage }) {
  const { target, version, at, planned, files, suite, requests, took } = page;
  return (
    <dl class="about">
      <div>
        <dt>target</dt>
        <dd>
          <Text of={target} />
        </dd>
      </div>
      <div>
        <dt>suite</dt>
        <dd>
          {count(planned, 'case')} in {count(files, 'file')}
          {suite !== undefined && (
            <>
              , digest <Code of={suite} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>tagproof</dt>
        <dd>
          <Text of={version} />
        </dd>
      </div>
      <div>
        <dt>run</dt>
        <dd>
          <time dateTime={at}>
            <Text of={dateOf(at)} />
          </time>
          , {count(requests, 'request')} in {took}
        </dd>
      </div>
      <div>
        <dt>dialect found</dt>
        <DialectFact {...page} />
      </div>
    </dl>
  );
}

function Totals({ totals }: RunPage) {
  return (
    <ul class="totals" aria-label="cases by verdict">
      {VERDICT_ORDER.map((verdict) => {
        const { sign, tone, word } = VERDICT_LOOKS[verdict];
        const none = totals[verdict] === 0;
        return (
          <li class={none ? 'none' : tone}>
            <a href={hashOf({ verdict })}>
              <strong>{totals[verdict].toLocaleString('en-US')}</strong>{' '}
              <span aria-hidden="true">{sign} </span>
              {word}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Notices({ partial, warnings, learned }: RunPage) {
  return (
    <>
      {partial.length > 0 && (
        <div class="notice bad">
          <h2>This run is not whole</h2>
          {partial.map((line) => (
            <p>
              <Text of={line} />
            </p>
          ))}
        </div>
      )}
      {warnings.length > 0 && (
        <div class="notice warned">
          <h2>Warnings</h2>
          <TextList of={warnings} />
        </div>
      )}
      {learned.length > 0 && (
        <details class="notice">
          <summary>learned from the first requests</summary>
          <TextList of={learned} />
        </details>
      )}
    </>
  );
}

export function Head({ page }: { readonly page: RunPage }) {
  const { tone, words } = page.headline;
  return (
    <header>
      <p class="brand">tagproof · conformance with getTag</p>
      <h1 class={tone}>{words}</h1>
      {page.verified !== '' && <p class="verified">{page.verified}</p>}
      {page.uncounted.map((line) => (
        <p class="verified">{line}</p>
      ))}
      <Totals {...page} />
      <Facts page={page} />
      <Notices {...page} />
    </header>
  );
}
