/** Whether replies are the same as judged: codes, tags as multiset, failing members as set. */
import type { ClauseId } from '../../contract/clauses.ts';
import { finding, type Finding } from '../finding.ts';
import type { Envelope } from '../reply/envelope.ts';
import { tagsAsText } from './match-tags.ts';
import { showActual } from './show-actual.ts';

const sorted = (texts: readonly string[]): string => texts.toSorted().join('\n');
const tagsOf = ({ payload }: Envelope): string => tagsAsText(payload.tags);
const membersOf = ({ listed }: Envelope): string =>
  sorted([...new Set((listed ?? []).map(({ code, type }) => `${code} ${type}`))]);

const VIEWS = {
  tags: tagsOf,
  refusal: ({ returnCode }) => returnCode,
  answer: (envelope) =>
    [envelope.returnCode, envelope.payload.errorCode, tagsOf(envelope), membersOf(envelope)].join('\n\n'),
} as const satisfies Record<string, (envelope: Envelope) => string>;

export type Sameness = keyof typeof VIEWS;

/** The first reply that differs from the first one; replies that are not envelopes take no part, nor do refusals where tags are compared. */
export function differing(
  envelopes: readonly (Envelope | undefined)[],
  what: Sameness,
  clause: ClauseId,
): { readonly index: number; readonly finding: Finding } | undefined {
  const there = envelopes.flatMap((envelope, index) =>
    envelope === undefined || (what === 'tags' && envelope.returnCode !== 'Ok') ? [] : [{ envelope, index }],
  );
  const [first, ...others] = there;
  if (first === undefined) return undefined;
  // Replies of the same text are read as one envelope.
  const other = others.find(
    ({ envelope }) => envelope !== first.envelope && VIEWS[what](envelope) !== VIEWS[what](first.envelope),
  );
  if (other === undefined) return undefined;
  return {
    index: other.index,
    finding: finding(
      'differs',
      clause,
      '',
      `as the first reply: ${showActual(first.envelope)}`,
      showActual(other.envelope),
    ),
  };
}
