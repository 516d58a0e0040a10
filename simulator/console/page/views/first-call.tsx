/** What to do while the journal is empty: lines that are answered with tags when they are pasted unchanged. */
import { visibleCommand } from '../../../../src/text/visible.ts';
import { hashOf } from '../logic/place.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { useLoaded } from '../shared.ts';

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
        <div key={endpoint} class="curl">
          <h4>
            {endpoint} <CopyButton text={() => visibleCommand(curl)}>copy</CopyButton>
          </h4>
          <pre tabIndex={0} role="group" aria-label={`curl line for ${endpoint}`}>
            <code>{visibleCommand(curl)}</code>
          </pre>
        </div>
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
