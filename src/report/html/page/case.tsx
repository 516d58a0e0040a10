/** Everything of one case: its clauses, its findings with what was expected next to what came, its exchanges; and the links to it. */
import type { RedactedExchange } from '../../record/events.ts';
import { Code, CurlLine, Message, shownParts, Text, TextList } from '../../../base/page/parts.tsx';
import type { PageCase, PageFinding, RunPage } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { marked, type Piece } from './logic/marked.ts';

/** Cases by their names, each leading to the case; `of` are indices into the cases of the page. */
export function CaseLinks({ of, page }: { readonly of: readonly number[]; readonly page: RunPage }) {
  return (
    <>
      {of.map((at, index) => {
        const id = page.cases[at]?.id ?? '';
        return (
          <>
            {index === 0 ? '' : ', '}
            <a href={hashOf({ case: id })}>
              <Text of={id === '' ? '(no name)' : id} />
            </a>
          </>
        );
      })}
    </>
  );
}

function ClauseWords({ clause, page }: { readonly clause: number; readonly page: RunPage }) {
  const found = page.clauses[clause];
  if (found === undefined) return null;
  const { id, level, section, description } = found;
  return (
    <p class="clause">
      <a href={hashOf({ clause: id })}>
        <Code of={id} />
      </a>{' '}
      <span class={`level ${level}`}>{level}</span> <span class="faint">{section}</span>
      {description !== '' && (
        <>
          {' '}
          <q>
            <Text of={description} />
          </q>
        </>
      )}
    </p>
  );
}

/** A text whose differing parts are marked. */
function Marked({ of, as: Differing }: { readonly of: readonly Piece[]; readonly as: 'ins' | 'del' }) {
  return (
    <p class="value">
      <bdi>
        {of.map(({ text, differs }) => {
          const shown = shownParts(text, true);
          return differs ? <Differing>{shown}</Differing> : shown;
        })}
      </bdi>
    </p>
  );
}

function Finding({
  of: { words, clause, at, expected, actual },
  page,
}: {
  readonly of: PageFinding;
  readonly page: RunPage;
}) {
  const differing = marked(expected, actual);
  return (
    <div class="finding">
      <h3>{words}</h3>
      <ClauseWords clause={clause} page={page} />
      {at !== '' && (
        <p class="faint">
          at <Code of={at} />
        </p>
      )}
      <div class="pair compared">
        <div>
          <h4>expected</h4>
          <Marked of={differing.expected} as="ins" />
        </div>
        <div>
          <h4>actual</h4>
          <Marked of={differing.actual} as="del" />
        </div>
      </div>
    </div>
  );
}

function Exchange({ of }: { readonly of: RedactedExchange }) {
  return (
    <div class="exchange">
      {of.step !== '' && (
        <p class="faint">
          request <Text of={of.step} />
        </p>
      )}
      <div class="pair">
        <Message of={of.request} word="request" start={of.request.start} level="h3" />
        {of.reply === undefined ? (
          <section class="message">
            <h3>no reply</h3>
            <p>
              <Text of={of.noReply ?? 'no reason given'} />
            </p>
          </section>
        ) : (
          <Message of={of.reply} word="reply" start={of.reply.start} level="h3" />
        )}
      </div>
      <CurlLine of={of.curl} head="send it again" label="curl line" level="h3" />
    </div>
  );
}

/** Why there is no request to see. */
function absence({ verdict, left = 0 }: PageCase): string {
  if (left > 0)
    return `its ${left} exchanges are left out, so that this page can be opened: tagproof report --case has them`;
  if (verdict === 'skip') return 'nothing was sent';
  return 'no request is recorded: run with --exchanges all';
}

export function CaseView({ of, page }: { readonly of: PageCase; readonly page: RunPage }) {
  const { id, title, place, notes = [], findings = [], exchanges = [], reason, clauses } = of;
  return (
    <div class="case">
      <p>
        <Text of={title} />
      </p>
      <ul class="facts">
        {place !== undefined && (
          <li>
            <Code of={place} />
          </li>
        )}
        <li>{of.ms.toLocaleString('en-US')} ms</li>
        <li>
          <a href={hashOf({ case: id })}>link to this case</a>
        </li>
      </ul>
      {reason !== undefined && (
        <p class="reason">
          <Text of={reason} />
        </p>
      )}
      {notes.length > 0 && <TextList of={notes} />}
      {findings.map((found) => (
        <Finding of={found} page={page} />
      ))}
      {exchanges.map((exchange) => (
        <Exchange of={exchange} />
      ))}
      {exchanges.length === 0 && <p class="faint">{absence(of)}</p>}
      <details class="checks">
        <summary>it checks {clauses.length === 1 ? '1 clause' : `${clauses.length} clauses`}</summary>
        {clauses.map((clause) => (
          <ClauseWords clause={clause} page={page} />
        ))}
      </details>
    </div>
  );
}
