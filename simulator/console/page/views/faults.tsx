/** Faults as switches, faults of one's own making, and the list of those that are set. */
import { useState } from 'preact/hooks';
import { ENDPOINT_IDS } from '../../../../src/contract/endpoints.ts';
import { path } from '../api.ts';
import { SWITCHES, summaryOfFault, type Fault } from '../logic/fault-switches.ts';
import type { Choices } from '../logic/place.ts';
import { Select } from '../parts/fields.tsx';
import { choose, useAction, useLoaded, useShared } from '../shared.ts';
import { OwnFault } from './own-fault.tsx';
import { Text } from '../../../../src/page/parts.tsx';
import { count } from '../../../../src/page/text.ts';

interface Listed {
  readonly items: readonly Fault[];
}

interface SwitchesProps {
  readonly faults: readonly Fault[];
  readonly endpoint: string;
  readonly onChange: () => void;
}

function Switches({ faults, endpoint, onChange }: SwitchesProps) {
  const { api } = useShared();
  const act = useAction();
  const scope = endpoint === '' ? '' : `.${endpoint}`;
  const flip = async (name: string, isOn: boolean, effect: object): Promise<void> => {
    const of = `/faults${path(name)}`;
    const body = { ...effect, ...(endpoint !== '' && { endpoint }) };
    await act(() => (isOn ? api.send('DELETE', of) : api.send('PUT', of, body)));
    onChange();
  };
  return (
    <ul class="switches">
      {SWITCHES.map(({ id, title, says, effect }) => {
        const name = `switch.${id}${scope}`;
        const found = faults.find((fault) => fault.id === name);
        return (
          <li key={id}>
            <button
              type="button"
              role="switch"
              aria-checked={found !== undefined}
              onClick={() => void flip(name, found !== undefined, effect)}
            >
              <span class="knob" aria-hidden="true" />
              <span>
                <code>{title}</code>
                <span class="says faint">{says}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function Faults({ choices }: { readonly choices: Choices }) {
  const { api } = useShared();
  const act = useAction();
  const { value, reload } = useLoaded<Listed>('/faults');
  const [isOwn, setOwn] = useState(false);
  const faults = value?.items ?? [];
  const endpoint = choices['endpoint'] ?? '';
  const remove = async (id: string): Promise<void> => {
    await act(() => api.send('DELETE', `/faults${path(id)}`));
    reload();
  };
  const clear = async (): Promise<void> => {
    await act(() => api.send('DELETE', '/faults'), 'no fault is set');
    reload();
  };
  return (
    <>
      <h2>Faults</h2>
      <section aria-label="faults that are set">
        <p role="status">
          {faults.length === 0
            ? 'No fault is set: every request is answered by the rules.'
            : `${faults.length} set; the first that fits a request is made.`}
        </p>
        {faults.length > 0 && (
          <>
            <ol class="items plain-items">
              {faults.slice(0, 200).map((fault) => (
                <li key={fault.id}>
                  <span>
                    <Text of={summaryOfFault(fault)} />{' '}
                    <span class="faint">made {count(fault.made, 'time')}</span>
                  </span>{' '}
                  <button
                    type="button"
                    aria-label={`remove the fault ${fault.id}`}
                    onClick={() => void remove(fault.id)}
                  >
                    remove
                  </button>
                </li>
              ))}
            </ol>
            <p class="acts">
              <button type="button" onClick={() => void clear()}>
                clear all faults
              </button>
              <button type="button" onClick={reload}>
                reload
              </button>
            </p>
          </>
        )}
      </section>
      <h3>Switches</h3>
      <div class="fields">
        <Select
          label="For"
          value={endpoint}
          onChange={(next) => choose('faults', { endpoint: next })}
          options={[
            { value: '', text: 'all nine endpoints' },
            ...ENDPOINT_IDS.map((each) => ({ value: each })),
          ]}
        />
      </div>
      <Switches faults={faults} endpoint={endpoint} onChange={reload} />
      <details open={isOwn} onToggle={(event) => setOwn(event.currentTarget.open)}>
        <summary>a fault of your own: a share, the next few, a key, a delay</summary>
        {isOwn && <OwnFault onSet={reload} />}
      </details>
    </>
  );
}
