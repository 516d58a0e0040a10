/** How an answer looks in a list: a sign in addition to the colour, so that neither is needed alone. */
import type { Look } from '../../../../src/page/parts.tsx';
import type { EntrySummary } from '../../../journal/entry-view.ts';

export function lookOf({ status, returnCode, errorCode, fault }: EntrySummary): Look {
  if (status === null) return { sign: '⚡', tone: 'error', word: 'no reply' };
  if (fault !== null) return { sign: '⚡', tone: 'error', word: returnCode ?? `HTTP ${status}` };
  if (returnCode === null) return { sign: '✗', tone: 'bad', word: `HTTP ${status}` };
  if (returnCode !== 'Ok') return { sign: '✗', tone: 'bad', word: returnCode };
  return errorCode === 'Ok'
    ? { sign: '✓', tone: 'good', word: 'Ok' }
    : { sign: '–', tone: 'warned', word: errorCode ?? 'Ok' };
}

export function CodeMark({ of }: { readonly of: EntrySummary }) {
  const { sign, tone, word } = lookOf(of);
  return (
    <span class={`code ${tone}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}
