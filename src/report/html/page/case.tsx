/** Everything of one case: its clauses, its findings with what was expected next to what came, its exchanges. */
import type { RedactedExchange } from '../../record/events.ts';
import { Code, CurlLine, Message, shownParts, Text, TextList } from '../../../base/page/parts.tsx';
import type { Page, PageCase } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { marked, type MarkedPiece } from './logic/marked.ts';

/** A clause by its words, with the level of a finding or that of the map. */
function ClauseLine({
  id,
  page,
  level,
}: {
  readonly id: string;
  readonly page: Page;
  readonly level?: string;
}) {
  const row = page.clauses.find((each) => each.id === id);
  const { section = '', description = '' } = row ?? {};
  const shown = level ?? row?.level ?? '';
  return (
    <p class="clause">
      <a href={hashOf({ clause: id })}>
        <Code of={id} />
      </a>{' '}
      {shown !== '' && <span class={`level ${shown}`}>{shown}</span>} <span class="faint">{section}</span>{' '}
      {description !== '' && (
        <q>
          <Text of={description} />
        </q>
      )}
    </p>
  );
}

/** A text whose differing part is marked. */
const Marked = ({
  of,
  as: Differing,
}: {
  readonly of: readonly MarkedPiece[];
  readonly as: 'ins' | 'del';
}) => (
  <p class="value">
    <bdi>
      {of.map(({ text, differs }) => {
        const shown = shownParts(text, true);
        return differs ? <Differing>{shown}</Differing> : shown;
      })}
    </bdi>
  </p>
);

function FindingView({ of, page }: { readonly of: PageCase['findings'][number]; readonly page: Page }) {
  const { words, clause, level, at, expected, actual } = of;
  const differing = marked(expected, actual);
  return (
    <div class="finding">
      <h3>
        <Text of={words} />
      </h3>
      <ClauseLine id={clause} page={page} level={level} />
      {at !== '' && (
        <p class="faint">
          at <Code of={at} />
        </p>
      )}
      <div class="pair">
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

const ExchangeView = ({ of: { step, request, reply, noReply, curl } }: { readonly of: RedactedExchange }) => (
  <div class="exchange">
    {step !== '' && (
      <p class="faint">
        request <Text of={step} />
      </p>
    )}
    <div class="pair">
      <Message of={request} word="request" start={request.start} level="h3" />
      {reply === undefined ? (
        <section class="message">
          <h3>no reply</h3>
          <p>
            <Text of={noReply ?? 'no reason given'} />
          </p>
        </section>
      ) : (
        <Message of={reply} word="reply" start={reply.start} level="h3" />
      )}
    </div>
    <CurlLine of={curl} head="send it again" label="curl line" level="h3" />
  </div>
);

/** Why there is no request to see. */
function whyNoExchange({ id, verdict, left }: PageCase): string {
  if (left > 0)
    return `its ${left === 1 ? 'exchange is' : `${left} exchanges are`} left out, so that this page can be opened: see tagproof report --case ${id}`;
  if (verdict === 'skip') return 'nothing was sent';
  return 'no request is recorded: run with --exchanges all';
}

export function CaseView({ of, page }: { readonly of: PageCase; readonly page: Page }) {
  const { id, title, place, why, findings, exchanges, clauses, ms } = of;
  return (
    <div class="case">
      <p>
        <Text of={title} />
      </p>
      <ul class="facts">
        {place !== '' && (
          <li>
            <Code of={place} />
          </li>
        )}
        <li>{ms.toLocaleString('en-US')} ms</li>
        <li>
          <a href={hashOf({ case: id })}>link to this case</a>
        </li>
      </ul>
      {why.length > 0 && <TextList of={why} />}
      {findings.map((found) => (
        <FindingView of={found} page={page} />
      ))}
      {exchanges.map((exchange) => (
        <ExchangeView of={exchange} />
      ))}
      {exchanges.length === 0 && (
        <p class="faint">
          <Text of={whyNoExchange(of)} />
        </p>
      )}
      <details class="checks">
        <summary>it checks {clauses.length === 1 ? '1 clause' : `${clauses.length} clauses`}</summary>
        {clauses.map((clause) => (
          <ClauseLine id={clause} page={page} />
        ))}
      </details>
    </div>
  );
}
