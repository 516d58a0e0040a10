/** A finding: the clause, and what was expected next to what came. */
import type { PageFinding, RunPage } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { marked } from './logic/marked.ts';
import { Marked, Text } from './text.tsx';

interface Props {
  readonly of: PageFinding;
  readonly page: RunPage;
}

export function ClauseWords({ clause, page }: { readonly clause: number; readonly page: RunPage }) {
  const found = page.clauses[clause];
  if (found === undefined) return null;
  const { id, level, section, description } = found;
  return (
    <p class="clause">
      <a href={hashOf({ clause: id })}>
        <code>
          <Text of={id} />
        </code>
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

export function Finding({ of: { words, clause, at, expected, actual }, page }: Props) {
  const differing = marked(expected, actual);
  return (
    <div class="finding">
      <h3>{words}</h3>
      <ClauseWords clause={clause} page={page} />
      {at !== '' && (
        <p class="faint">
          at{' '}
          <code>
            <Text of={at} />
          </code>
        </p>
      )}
      <div class="pair compared">
        <div>
          <h4>expected</h4>
          <p class="value">
            <Marked of={differing.expected} as="ins" />
          </p>
        </div>
        <div>
          <h4>actual</h4>
          <p class="value">
            <Marked of={differing.actual} as="del" />
          </p>
        </div>
      </div>
    </div>
  );
}
