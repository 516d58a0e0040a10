/** Everything under the headline of a case. */
import type { PageCase, RunPage } from '../page-data.ts';
import { Exchange } from './exchange.tsx';
import { ClauseWords, Finding } from './finding.tsx';
import { hashOf } from './logic/choice.ts';
import { Text } from './text.tsx';

interface Props {
  readonly of: PageCase;
  readonly page: RunPage;
}

/** Why there is no request to see. */
function absence({ verdict, left = 0 }: PageCase): string {
  if (left > 0)
    return `its ${left} exchanges are left out, so that this page can be opened: tagproof show has them`;
  if (verdict === 'skip') return 'nothing was sent';
  return 'no request is recorded: run with --exchanges all';
}

export function CaseView({ of, page }: Props) {
  const { id, title, place, notes = [], findings = [], exchanges = [], reason, clauses } = of;
  return (
    <div class="case">
      <p>
        <Text of={title} />
      </p>
      <ul class="facts">
        {place !== undefined && (
          <li>
            <code>
              <Text of={place} />
            </code>
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
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li>
              <Text of={note} />
            </li>
          ))}
        </ul>
      )}
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
