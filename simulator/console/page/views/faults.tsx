/** Faults as switches, faults of one's own making, and the list of those that are set. */
import { useState } from 'preact/hooks';
import { ENDPOINT_IDS } from '../../../../src/spec/endpoints.ts';
import type { ShownFault } from '../../../control/routes/fault-routes.ts';
import { path } from '../api.ts';
import { KINDS, REFUSALS, summaryOfFault, SWITCHES } from '../logic/fault-switches.ts';
import type { PlaceChoices } from '../logic/place.ts';
import { anyOf, Form, Select, TextField } from '../parts/fields.tsx';
import { choose, useCall, useLoaded } from '../shared.ts';
import type { Listed } from '../api.ts';
import { Button, LazyDetails, Text } from '../../../../src/base/page/parts.tsx';
import { count } from '../../../../src/base/page/text.ts';

interface SwitchesProps {
  readonly faults: readonly ShownFault[];
  readonly endpoint: string;
  readonly onChange: () => void;
}

function Switches({ faults, endpoint, onChange }: SwitchesProps) {
  const call = useCall(onChange);
  const scope = endpoint === '' ? '' : `.${endpoint}`;
  return (
    <ul class="switches">
      {SWITCHES.map(({ id, title, says, effect }) => {
        const name = `switch.${id}${scope}`;
        const of = `/faults${path(name)}`;
        const body = { ...effect, ...(endpoint !== '' && { endpoint }) };
        const isOn = faults.some((fault) => fault.id === name);
        return (
          <li key={id}>
            <Button
              role="switch"
              aria-checked={isOn}
              onClick={() => (isOn ? call('DELETE', of) : call('PUT', of, { body }))}
            >
              <span class="knob" aria-hidden="true" />
              <span>
                <code>{title}</code>
                <span class="says faint">{says}</span>
              </span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

const NOTHING = { effect: '', latency: '', endpoint: '', key: '', game: '', percent: '', next: '' };
const PERCENT = 100;

/** A fault of the reader's own making as the API takes it; what is empty is left out. */
function bodyOf({ effect, latency, endpoint, key, game, percent, next }: typeof NOTHING): object {
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

function OwnFault({ onSet }: { readonly onSet: () => void }) {
  const call = useCall(onSet);
  const [given, setGiven] = useState(NOTHING);
  const field = (name: keyof typeof NOTHING) => ({
    value: given[name],
    onChange: (value: string): void => setGiven({ ...given, [name]: value }),
  });
  return (
    <Form
      label="a fault of your own"
      onSubmit={() => call('POST', '/faults', { body: bodyOf(given), says: 'the fault is set' })}
    >
      <div class="fields">
        <Select
          label="Reply"
          {...field('effect')}
          options={anyOf([...REFUSALS.map(([name]) => name), ...Object.keys(KINDS)], 'as usual')}
        />
        <TextField label="Held back (ms)" type="number" {...field('latency')} />
        <Select label="Endpoint" {...field('endpoint')} options={anyOf(ENDPOINT_IDS)} />
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

export function Faults({ choices }: { readonly choices: PlaceChoices }) {
  const { value, reload } = useLoaded<Listed<ShownFault>>('/faults');
  const call = useCall(reload);
  const faults = value?.items ?? [];
  const endpoint = choices['endpoint'] ?? '';
  return (
    <>
      <h2>Faults</h2>
      <div class="fields">
        <Select
          label="For"
          value={endpoint}
          onChange={(next) => choose('faults', { endpoint: next })}
          options={anyOf(ENDPOINT_IDS, 'all nine endpoints')}
        />
      </div>
      <Switches faults={faults} endpoint={endpoint} onChange={reload} />
      <LazyDetails summary="a fault of your own: a share, the next few, a key, a delay">
        {() => <OwnFault onSet={reload} />}
      </LazyDetails>
      {/* It grows and shrinks with the switches, so nothing comes after it. */}
      <section class="set" aria-labelledby="set">
        <h3 id="set">Faults that are set</h3>
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
                  <Button
                    aria-label={`remove the fault ${fault.id}`}
                    onClick={() => call('DELETE', `/faults${path(fault.id)}`)}
                  >
                    remove
                  </Button>
                </li>
              ))}
            </ol>
            <p class="acts">
              <Button onClick={() => call('DELETE', '/faults', { says: 'no fault is set' })}>
                clear all faults
              </Button>
              <Button onClick={reload}>reload</Button>
            </p>
          </>
        )}
      </section>
    </>
  );
}
