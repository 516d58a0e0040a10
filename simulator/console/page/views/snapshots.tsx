/** Copies of the world to come back to, reset, and the clock by which tokens expire and limits refill. */
import { useState } from 'preact/hooks';
import type { ClockState } from '../../../control/routes/clock-routes.ts';
import type { ShownSnapshot } from '../../../control/routes/snapshot-routes.ts';
import { path, type Listed } from '../api.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { useCall, useLoaded } from '../shared.ts';
import { timeOf } from './entry-list.tsx';
import { Button, Code, Text } from '../../../../src/page/parts.tsx';

/** A snapshot of one game is reached below that game. */
const pathOf = ({ name, game }: ShownSnapshot): string =>
  `${game === null ? '' : path('games', game)}/snapshots${path(name)}`;

function List({
  items,
  onChange,
}: {
  readonly items: readonly ShownSnapshot[];
  readonly onChange: () => void;
}) {
  const call = useCall(onChange);
  return (
    <ol class="items plain-items" aria-label="snapshots">
      {items.map((each) => {
        const { name, game, at } = each;
        const of = pathOf(each);
        return (
          <li key={of}>
            <span>
              <Code of={name} />{' '}
              <span class="faint">
                {timeOf(at)}, {game === null ? 'the whole world' : <Text of={game} />}
              </span>
            </span>
            <span class="acts">
              <Button
                aria-label={`restore ${name}`}
                onClick={() => call('POST', `${of}/restore`, { says: `the world is as in ${name}` })}
              >
                restore
              </Button>
              <Button aria-label={`delete ${name}`} onClick={() => call('DELETE', of)}>
                delete
              </Button>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Resets only by a second click. */
function Reset() {
  const [isAsked, setAsked] = useState(false);
  const call = useCall();
  const reset = (): Promise<boolean> => {
    setAsked(false);
    return call('POST', '/reset', { says: 'the world, the faults and the dialect are as at the start' });
  };
  return (
    <p class="acts">
      {isAsked ? (
        <>
          <span>All changes since the start are lost.</span>
          <Button class="danger" onClick={reset}>
            yes, reset
          </Button>
          <Button onClick={() => setAsked(false)}>no</Button>
        </>
      ) : (
        <Button class="danger" onClick={() => setAsked(true)}>
          reset the world
        </Button>
      )}
    </p>
  );
}

function Clock() {
  const { value, reload } = useLoaded<ClockState>('/clock');
  const call = useCall(reload);
  const [seconds, setSeconds] = useState('3600');
  const isStopped = value?.stopped === true;
  return (
    <>
      <h2>Clock</h2>
      <p role="status">
        {value !== undefined &&
          `${value.aheadSeconds.toLocaleString('en-US')} seconds ahead of real time${isStopped ? ', stopped' : ''}.`}
      </p>
      <Form
        label="move the clock"
        onSubmit={() => call('POST', '/clock/advance', { body: { seconds: Number(seconds) } })}
      >
        <div class="fields">
          <TextField label="Seconds" type="number" value={seconds} onChange={setSeconds} />
          <button type="submit">move the clock forward</button>
          <Button onClick={() => call('POST', isStopped ? '/clock/resume' : '/clock/stop')}>
            {isStopped ? 'let it go on' : 'stop it'}
          </Button>
        </div>
      </Form>
    </>
  );
}

export function Snapshots() {
  const { value, reload } = useLoaded<Listed<ShownSnapshot>>('/snapshots');
  const call = useCall(reload);
  const [name, setName] = useState('');
  const take = async (): Promise<void> => {
    if (await call('PUT', `/snapshots${path(name)}`, { says: `${name} is kept` })) setName('');
  };
  return (
    <>
      <h2>Snapshots</h2>
      <p>Keep the world as it is, try things, and come back: at once, however large the world is.</p>
      <Form label="take a snapshot" onSubmit={take}>
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
