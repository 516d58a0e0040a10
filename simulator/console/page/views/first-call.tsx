/** What to do while the journal is empty: lines that are answered with tags when they are pasted unchanged. */
import { hashOf } from '../logic/place.ts';
import { useLoaded } from '../shared.ts';
import { CurlLine } from '../../../../src/page/parts.tsx';

export interface FirstCalls {
  readonly items: readonly { readonly endpoint: string; readonly curl: string }[];
}

export function FirstCall() {
  const { value } = useLoaded<FirstCalls>('/first-calls');
  return (
    <section class="first">
      <h3>No request yet</h3>
      <p>
        Send one of these from a terminal, and it appears here at once; or{' '}
        <a href={hashOf('call')}>send one from this page</a>.
      </p>
      {value?.items.map(({ endpoint, curl }) => (
        <CurlLine key={endpoint} of={curl} head={endpoint} label={`curl line for ${endpoint}`} level="h4" />
      ))}
      {value?.items.length === 0 && (
        <p>
          This world has no key and subject that fit together yet; add them under{' '}
          <a href={hashOf('world')}>World</a>.
        </p>
      )}
    </section>
  );
}
