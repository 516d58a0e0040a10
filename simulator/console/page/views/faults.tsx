/** Faults as switches, faults of one's own making, and the list of those that are set. */
import { useState } from 'preact/hooks';
import { Button, LazyDetails, Text } from '../../../../src/base/page/parts.tsx';
import { count } from '../../../../src/base/page/text.ts';
import { RETURN_CODES } from '../../../../src/spec/codes.ts';
import { ENDPOINT_IDS } from '../../../../src/spec/endpoints.ts';
import type { SetFault } from '../../../faults/fault-set.ts';
import { pathOf } from '../api.ts';
import type { PlaceChoices } from '../logic/place.ts';
import { summaryOfFault } from '../logic/words.ts';
import { anyOf, Form, Select, TextField } from '../parts/fields.tsx';
import { choose, useCall, useLoaded } from '../shared.ts';

const KINDS = {
  CONNECTION_RESET_BY_PEER: 'the TCP connection is reset',
  EMPTY_RESPONSE: 'the connection is closed without a byte',
  MALFORMED_RESPONSE_CHUNK: 'bytes that are not a chunk',
  RANDOM_DATA_THEN_CLOSE: 'random bytes in place of HTTP',
  TRUNCATED_JSON: 'the JSON text ends in its middle',
} as const;

const REFUSALS = Object.entries(RETURN_CODES).filter(([name]) => name !== 'Ok');
const SLOW_MS = 2000;
const SLOW_BYTES = 50;

/** By their ids: what is switched, in words, and what it does. */
const SWITCHES: readonly (readonly [id: string, says: string, effect: object])[] = [
  ...REFUSALS.map(([name, code]) => [name, `returnCode ${code}`, { returnCode: name }] as const),
  ['late', 'each reply after 2 seconds', { latency: SLOW_MS }],
  ['slow', `the body in ${SLOW_BYTES} bytes a second`, { bytesPerSecond: SLOW_BYTES }],
  ['html', 'Content-Type text/html', { contentType: 'text/html' }],
  ...Object.entries(KINDS).map(([name, says]) => [name, says, { kind: name }] as const),
];

const PERCENT = 100;
const NOTHING = { effect: '', latency: '', endpoint: '', key: '', game: '', percent: '', next: '' };

/** A fault of the reader's own making as the API takes it; what is empty is left out. */
function bodyOf({ effect, latency, percent, next, ...match }: typeof NOTHING): object {
  return {
    ...Object.fromEntries(Object.entries(match).filter(([, value]) => value !== '')),
    ...(effect !== '' && { [Object.hasOwn(KINDS, effect) ? 'kind' : 'returnCode']: effect }),
    ...(latency !== '' && { latency: Number(latency) }),
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
  const set = (): Promise<boolean> =>
    call('PUT', `/faults/own.${Date.now()}`, { body: bodyOf(given), says: 'the fault is set' });
  return (
    <Form label="a fault of your own" onSubmit={set}>
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
    </Form>
  );
}

export function Faults({ choices }: { readonly choices: PlaceChoices }) {
  const { value, reload } = useLoaded<{ readonly items: readonly SetFault[] }>('/faults');
  const call = useCall(reload);
  const faults = value?.items ?? [];
  const endpoint = choices['endpoint'] ?? '';
  const scope = endpoint === '' ? {} : { endpoint };
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
      <ul class="switches">
        {SWITCHES.map(([id, says, effect]) => {
          const name = ['switch', id, ...Object.values(scope)].join('.');
          const isOn = faults.some((fault) => fault.id === name);
          return (
            <li key={id}>
              <Button
                role="switch"
                aria-checked={isOn}
                onClick={() =>
                  isOn
                    ? call('DELETE', `/faults/${name}`)
                    : call('PUT', `/faults/${name}`, { body: { ...effect, ...scope } })
                }
              >
                <span class="knob" aria-hidden="true" />
                <span>
                  <code>{id}</code>
                  <span class="says faint">{says}</span>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
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
            <ol class="items">
              {faults.slice(0, 200).map((fault) => (
                <li key={fault.id} class="spread">
                  <span>
                    <Text of={summaryOfFault(fault)} />{' '}
                    <span class="faint">made {count(fault.made, 'time')}</span>
                  </span>{' '}
                  <Button
                    aria-label={`remove the fault ${fault.id}`}
                    onClick={() => call('DELETE', `/faults${pathOf(fault.id)}`)}
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
