/** Faults as switches, for all requests or for some, and the list of those that are set. */
import { useEffect } from 'preact/hooks';
import { Button, Text } from '../../../../src/base/page/parts.tsx';
import { count } from '../../../../src/base/page/text.ts';
import { RETURN_CODES } from '../../../../src/spec/codes.ts';
import { ENDPOINT_IDS } from '../../../../src/spec/endpoints.ts';
import type { SetFault } from '../../../faults/fault-set.ts';
import { pathOf } from '../api.ts';
import type { PlaceChoices } from '../logic/place.ts';
import { summaryOfFault } from '../logic/words.ts';
import { anyOf, Select, TextField } from '../parts/fields.tsx';
import { choose, useCall, useLoaded, useShared } from '../shared.ts';

const BREAKAGES = {
  CONNECTION_RESET_BY_PEER: 'the TCP connection is reset',
  EMPTY_RESPONSE: 'the connection is closed without a byte',
  MALFORMED_RESPONSE_CHUNK: 'bytes that are not a chunk',
  RANDOM_DATA_THEN_CLOSE: 'random bytes in place of HTTP',
  TRUNCATED_JSON: 'the JSON text ends in its middle',
} as const;

const SLOW_MS = 2000;
const SLOW_BYTES = 50;

/** By their ids: what is switched, in words, and what it does. */
const SWITCHES: readonly (readonly [id: string, says: string, effect: object])[] = [
  ...Object.entries(RETURN_CODES)
    .filter(([name]) => name !== 'Ok')
    .map(([name, code]) => [name, `returnCode ${code}`, { returnCode: name }] as const),
  ['late', 'each reply after 2 seconds', { latency: SLOW_MS }],
  ['slow', `the body in ${SLOW_BYTES} bytes a second`, { bytesPerSecond: SLOW_BYTES }],
  ['html', 'Content-Type text/html', { contentType: 'text/html' }],
  ...Object.entries(BREAKAGES).map(([name, says]) => [name, says, { kind: name }] as const),
];

const PERCENT_OF_SHARE = 100;

/** Which requests a fault meets, as the API takes it; what is empty is left out. */
function scopeOf({ endpoint = '', key = '', percent = '', next = '' }: PlaceChoices): object {
  return {
    ...(endpoint !== '' && { endpoint }),
    ...(key !== '' && { key }),
    ...(percent !== '' && { share: Number(percent) / PERCENT_OF_SHARE }),
    ...(next !== '' && { next: Number(next) }),
  };
}

/** Which requests the next fault meets that is switched on. */
function FaultScope({ choices }: { readonly choices: PlaceChoices }) {
  const field = (name: string) => ({
    value: choices[name] ?? '',
    onChange: (value: string): void => choose('faults', { ...choices, [name]: value }),
  });
  return (
    <div class="fields" role="group" aria-label="which requests a fault meets">
      <Select label="For" {...field('endpoint')} options={anyOf(ENDPOINT_IDS, 'all nine endpoints')} />
      <TextField label="Key (name)" {...field('key')} />
      <TextField label="Share (%)" type="number" {...field('percent')} />
      <TextField label="Only the next" type="number" {...field('next')} />
    </div>
  );
}

export function Faults({ choices }: { readonly choices: PlaceChoices }) {
  const { status } = useShared();
  const { value, reload } = useLoaded<{ readonly items: readonly SetFault[] }>('/faults');
  // Requests use faults up, and tests set them.
  useEffect(reload, [status]);
  const call = useCall(reload);
  const faults = value?.items ?? [];
  const { endpoint = '' } = choices;
  return (
    <>
      <h2>Faults</h2>
      <FaultScope choices={choices} />
      <ul class="switches">
        {SWITCHES.map(([id, says, effect]) => {
          const name = ['switch', id, ...(endpoint === '' ? [] : [endpoint])].join('.');
          const isOn = faults.some((fault) => fault.id === name);
          return (
            <li key={id}>
              <Button
                role="switch"
                aria-checked={isOn}
                onClick={() =>
                  isOn
                    ? call('DELETE', `/faults/${name}`)
                    : call('PUT', `/faults/${name}`, { body: { ...effect, ...scopeOf(choices) } })
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
      {/* It grows and shrinks with the switches, so nothing comes after it. */}
      <section class="set" aria-labelledby="set">
        <h3 id="set">Faults that are set</h3>
        <p role="status">
          {faults.length === 0
            ? 'No fault is set: every request is answered by the rules.'
            : `${faults.length} set; the first that fits a request is made.`}
        </p>
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
        {faults.length > 0 && (
          <p class="acts">
            <Button onClick={() => call('DELETE', '/faults', { says: 'no fault is set' })}>
              clear all faults
            </Button>
          </p>
        )}
      </section>
    </>
  );
}
