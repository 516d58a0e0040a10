/** Back to the start, and the clock by which tokens expire and limits refill. */
import { useState } from 'preact/hooks';
import type { ClockState } from '../../../control/routes/clock-routes.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { useCall, useLoaded } from '../shared.ts';
import { Button } from '../../../../src/base/page/parts.tsx';

/** Resets only by a second click. */
function Reset({ onReset }: { readonly onReset: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const call = useCall(onReset);
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
          <Button onClick={() => call('PUT', '/clock', { body: { stopped: !isStopped } })}>
            {isStopped ? 'let it go on' : 'stop it'}
          </Button>
        </div>
      </Form>
    </>
  );
}

export function Start({ onReset }: { readonly onReset: () => void }) {
  return (
    <>
      <h2>Reset</h2>
      <p>Back to the start: the world, the faults and the dialect. The journal and the clock stay.</p>
      <Reset onReset={onReset} />
      <Clock />
    </>
  );
}
