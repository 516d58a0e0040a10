/** The clock by which tokens expire and limits refill. */
import { useState } from 'preact/hooks';
import { Form, TextField } from '../parts/fields.tsx';
import { useAction, useLoaded, useShared } from '../shared.ts';

interface ClockState {
  readonly aheadSeconds: number;
  readonly stopped: boolean;
}

export function Clock() {
  const { api } = useShared();
  const act = useAction();
  const { value, reload } = useLoaded<ClockState>('/clock');
  const [seconds, setSeconds] = useState('3600');
  const change = async (of: string, body?: object): Promise<void> => {
    await act(() => api.send('POST', `/clock/${of}`, body));
    reload();
  };
  return (
    <>
      <h2>Clock</h2>
      <p role="status">
        {value !== undefined &&
          `${value.aheadSeconds.toLocaleString('en-US')} seconds ahead of real time${value.stopped ? ', stopped' : ''}.`}
      </p>
      <Form label="move the clock" onSubmit={() => void change('advance', { seconds: Number(seconds) })}>
        <div class="fields">
          <TextField label="Seconds" type="number" value={seconds} onChange={setSeconds} />
          <button type="submit">move the clock forward</button>
          <button type="button" onClick={() => void change(value?.stopped === true ? 'resume' : 'stop')}>
            {value?.stopped === true ? 'let it go on' : 'stop it'}
          </button>
        </div>
      </Form>
    </>
  );
}
