/** Text from outside, shown in full and doing nothing. */
import { partsOf } from './logic/unseen.ts';
import type { Piece } from './logic/marked.ts';

function parts(text: string, lines: boolean) {
  return partsOf(text, lines).map(({ text: part, isCode }) =>
    isCode ? <span class="unseen">{part}</span> : part,
  );
}

/** On one line; a direction of its own, so that it can't reorder the text next to it. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{parts(of, false)}</bdi>;

/** Preformatted, with its line breaks. A long one can be scrolled by keys, too. */
export function Lines({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <bdi>{parts(of, true)}</bdi>
    </pre>
  );
}

/** A text whose differing parts are marked. */
export function Marked({ of, as }: { readonly of: readonly Piece[]; readonly as: 'ins' | 'del' }) {
  const Mark = as;
  return (
    <bdi>
      {of.map(({ text, differs }) => (differs ? <Mark>{parts(text, true)}</Mark> : parts(text, true)))}
    </bdi>
  );
}

export const count = (value: number, word: string): string =>
  `${value.toLocaleString('en-US')} ${word}${value === 1 ? '' : 's'}`;

/** `2026-11-20 10:00 UTC`; as it came where it is not a time. */
export const dateOf = (at: string): string =>
  at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/, '$1 $2 UTC');
