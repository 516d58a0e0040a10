/** A request to take along: as a curl line, and as a case of a suite. */
import { path } from '../api.ts';
import { useLoaded, useShared } from '../shared.ts';
import { CopyButton, LazyDetails, Lines } from '../../../../src/page/parts.tsx';

interface CopiesOf {
  readonly curl: string;
  readonly suite: string;
  readonly notes: readonly string[];
}

function Suite({ of }: { readonly of: string }) {
  const { value, error } = useLoaded<CopiesOf>(of);
  if (value === undefined) return <p class="faint">{error}</p>;
  return (
    <>
      {value.notes.map((note) => (
        <p key={note} class="faint">
          {note}
        </p>
      ))}
      <Lines of={value.curl} label="curl line" />
      <Lines of={value.suite} label="case of a suite" />
      <p class="faint">
        Save it as my-cases.yaml, then:{' '}
        <code>tagproof run --suite my-cases.yaml --target my-target.yaml</code>
      </p>
    </>
  );
}

export function Copies({ id }: { readonly id: number }) {
  const { api } = useShared();
  const from = `/journal${path(String(id))}/copies`;
  const load = () => api.get<CopiesOf>(from);
  return (
    <section class="copies">
      <CopyButton text={async () => (await load()).curl}>copy as curl</CopyButton>
      <CopyButton text={async () => (await load()).suite}>make this a suite case</CopyButton>
      <LazyDetails summary="show both">{() => <Suite of={from} />}</LazyDetails>
    </section>
  );
}
