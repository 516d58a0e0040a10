/** Copies of the world to come back to, reset, and the clock. */
import { useState } from 'preact/hooks';
import { path } from '../api.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { useAction, useLoaded, useShared } from '../shared.ts';
import { Clock } from './clock.tsx';
import { timeOf } from './entry-list.tsx';
import { Text } from '../../../../src/page/parts.tsx';

interface Snapshot {
  readonly name: string;
  readonly game: string | null;
  readonly at: string;
}

interface Listed {
  readonly items: readonly Snapshot[];
}

/** A snapshot of one game is reached below that game. */
const pathOf = ({ name, game }: Snapshot): string =>
  `${game === null ? '' : path('games', game)}/snapshots${path(name)}`;

function List({ items, onChange }: { readonly items: readonly Snapshot[]; readonly onChange: () => void }) {
  const { api } = useShared();
  const act = useAction();
  const restore = (of: Snapshot) =>
    act(() => api.send('POST', `${pathOf(of)}/restore`), `the world is as in ${of.name}`);
  const remove = async (of: Snapshot): Promise<void> => {
    await act(() => api.send('DELETE', pathOf(of)));
    onChange();
  };
  return (
    <ol class="items plain-items" aria-label="snapshots">
      {items.map((each) => (
        <li key={pathOf(each)}>
          <span>
            <code>
              <Text of={each.name} />
            </code>{' '}
            <span class="faint">
              {timeOf(each.at)}, {each.game === null ? 'the whole world' : <Text of={each.game} />}
            </span>
          </span>
          <span class="acts">
            <button type="button" aria-label={`restore ${each.name}`} onClick={() => void restore(each)}>
              restore
            </button>
            <button type="button" aria-label={`delete ${each.name}`} onClick={() => void remove(each)}>
              delete
            </button>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Resets only by a second click. */
function Reset() {
  const { api } = useShared();
  const act = useAction();
  const [isAsked, setAsked] = useState(false);
  const reset = async (): Promise<void> => {
    setAsked(false);
    await act(() => api.send('POST', '/reset'), 'the world, the faults and the dialect are as at the start');
  };
  return (
    <p class="acts">
      {isAsked ? (
        <>
          <span>All changes since the start are lost.</span>
          <button type="button" class="danger" onClick={() => void reset()}>
            yes, reset
          </button>
          <button type="button" onClick={() => setAsked(false)}>
            no
          </button>
        </>
      ) : (
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          reset the world
        </button>
      )}
    </p>
  );
}

export function Snapshots() {
  const { api } = useShared();
  const act = useAction();
  const { value, reload } = useLoaded<Listed>('/snapshots');
  const [name, setName] = useState('');
  const take = async (): Promise<void> => {
    if (!(await act(() => api.send('PUT', `/snapshots${path(name)}`), `${name} is kept`))) return;
    setName('');
    reload();
  };
  return (
    <>
      <h2>Snapshots</h2>
      <p>Keep the world as it is, try things, and come back: at once, however large the world is.</p>
      <Form label="take a snapshot" onSubmit={() => void take()}>
        <div class="fields">
          <TextField label="Name" value={name} onChange={setName} placeholder="before-the-test" />
          <button type="submit" class="main" disabled={name === ''}>
            take a snapshot
          </button>
        </div>
      </Form>
      <List items={value?.items ?? []} onChange={reload} />
      {value?.items.length === 0 && <p class="faint">No snapshot yet.</p>}
      <h2>Reset</h2>
      <p>Back to the start: the world, the faults and the dialect. The journal and the snapshots stay.</p>
      <Reset />
      <Clock />
    </>
  );
}
