/** Whether replies are the same as judged: codes, tags as multiset, failing members as set. */
import type { ClauseId } from '../../spec/clauses.ts';
import { finding, type Finding } from '../finding.ts';
import type { Envelope } from '../reply/envelope.ts';
import { tagsAsText } from './match-tags.ts';
import { showActual } from './show-actual.ts';

const sortedLines = (texts: readonly string[]): string => texts.toSorted().join('\n');
const tagsShown = ({ payload }: Envelope): string => tagsAsText(payload.tags);
const membersShown = ({ listed }: Envelope): string =>
  sortedLines([...new Set((listed ?? []).map(({ code, type }) => `${code} ${type}`))]);

/** The failing members, where nothing else tells two replies apart. */
const shownMembers = (envelope: Envelope): string =>
  membersShown(envelope).replaceAll('\n', ', ') || 'no failing member';

const COMPARED_VIEWS = {
  tags: tagsShown,
  refusal: ({ returnCode }) => returnCode,
  answer: (envelope) =>
    [envelope.returnCode, envelope.payload.errorCode, tagsShown(envelope), membersShown(envelope)].join(
      '\n\n',
    ),
} as const satisfies Record<string, (envelope: Envelope) => string>;

export type Sameness = keyof typeof COMPARED_VIEWS;

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
    ({ envelope }) =>
      envelope !== first.envelope && COMPARED_VIEWS[what](envelope) !== COMPARED_VIEWS[what](first.envelope),
  );
  if (other === undefined) return undefined;
  const isSameShown = showActual(other.envelope) === showActual(first.envelope);
  const shown = ({ envelope }: typeof other): string =>
    isSameShown ? `${showActual(envelope)}, listing ${shownMembers(envelope)}` : showActual(envelope);
  return {
    index: other.index,
    finding: finding('differs', clause, '', `as the first reply: ${shown(first)}`, shown(other)),
  };
}
