/** Sets a fault of the reader's own making. */
import { useState } from 'preact/hooks';
import { ENDPOINT_IDS } from '../../../../src/contract/endpoints.ts';
import { KINDS, REFUSALS } from '../logic/fault-switches.ts';
import { Form, Select, TextField } from '../parts/fields.tsx';
import { useAction, useShared } from '../shared.ts';

const EMPTY = { effect: '', latency: '', endpoint: '', key: '', game: '', percent: '', next: '' };
const PERCENT = 100;

/** The body of the request; what is empty is left out. */
function bodyOf({ effect, latency, endpoint, key, game, percent, next }: typeof EMPTY): object {
  const isKind = Object.hasOwn(KINDS, effect);
  return {
    ...(effect !== '' && (isKind ? { kind: effect } : { returnCode: effect })),
    ...(latency !== '' && { latency: Number(latency) }),
    ...(endpoint !== '' && { endpoint }),
    ...(key !== '' && { key }),
    ...(game !== '' && { game }),
    ...(percent !== '' && { share: Number(percent) / PERCENT }),
    ...(next !== '' && { next: Number(next) }),
  };
}

export function OwnFault({ onSet }: { readonly onSet: () => void }) {
  const { api } = useShared();
  const act = useAction();
  const [given, setGiven] = useState(EMPTY);
  const field = (name: keyof typeof EMPTY) => ({
    value: given[name],
    onChange: (value: string): void => setGiven({ ...given, [name]: value }),
  });
  const set = async (): Promise<void> => {
    if (await act(() => api.send('POST', '/faults', bodyOf(given)), 'the fault is set')) onSet();
  };
  const any = { value: '', text: 'any' };
  return (
    <Form label="a fault of your own" onSubmit={() => void set()}>
      <div class="fields">
        <Select
          label="Reply"
          {...field('effect')}
          options={[
            { value: '', text: 'as usual' },
            ...[...REFUSALS.map(([name]) => name), ...Object.keys(KINDS)].map((value) => ({ value })),
          ]}
        />
        <TextField label="Held back (ms)" type="number" {...field('latency')} />
        <Select
          label="Endpoint"
          {...field('endpoint')}
          options={[any, ...ENDPOINT_IDS.map((value) => ({ value }))]}
        />
        <TextField label="Key (name)" {...field('key')} />
        <TextField label="Game" {...field('game')} />
        <TextField label="Share (%)" type="number" {...field('percent')} />
        <TextField label="Only the next" type="number" {...field('next')} />
        <button type="submit" class="main">
          set the fault
        </button>
      </div>
    </Form>
  );
}
