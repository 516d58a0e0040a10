/** Who calls, and which duties of the document each breaks: with links to the first and the last such request. */
import { useEffect } from 'preact/hooks';
import type { ClientList } from '../../../journal/journal-shapes.ts';
import { Text } from '../../../../src/page/parts.tsx';
import { count } from '../../../../src/page/text.ts';
import { visibleLine } from '../../../../src/text/visible.ts';
import { hashOf } from '../logic/place.ts';
import { useLoaded } from '../shared.ts';

type Client = ClientList['items'][number];

const requestLink = (id: number) => <a href={hashOf('journal', { entry: String(id) })}>request {id}</a>;

function One({ of: { by, name, requests, broken } }: { readonly of: Client }) {
  return (
    <section class="client" aria-label={visibleLine(name)}>
      <h3>
        <Text of={name} />
      </h3>
      <p class="faint">
        {count(requests, 'request')}
        {by === 'User-Agent' && ', known by its User-Agent'}
        {broken.every(({ guess }) => guess) && '; every duty is kept'}
      </p>
      {broken.length > 0 && (
        <ul>
          {broken.map(({ text, section, guess, count: times, first, last }) => (
            <li key={text}>
              <span class="duty">{count(times, 'time')}</span> <Text of={text} />
              {!guess && ` (§${section})`}: {requestLink(first)}
              {last !== first && <> to {requestLink(last)}</>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summaryOf(items: readonly Client[]): string {
  if (items.length === 0) return 'No request yet.';
  const breaking = items.filter(({ broken }) => broken.some(({ guess }) => !guess)).length;
  return `${count(items.length, 'client')}, ${breaking === 0 ? 'none' : breaking} of them with a broken duty.`;
}

const AGAIN_MS = 2000;

export function Clients() {
  const { value, error, reload } = useLoaded<ClientList>('/clients');
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <>
      <h2>Client</h2>
      <p>
        What each client does against the document, counted since the start, whatever the answer was. What the
        document leaves open is no duty.
      </p>
      <p role="status">{value === undefined ? error : summaryOf(value.items)}</p>
      {value?.items.map((each) => (
        <One key={`${each.by} ${each.name}`} of={each} />
      ))}
    </>
  );
}
