/** What the document leaves open, as switches: how would the game fare with a backend that chose otherwise? */
import { useEffect, useState } from 'preact/hooks';
import { RESOURCES, ENDPOINT_IDS } from '../../../../src/spec/endpoints.ts';
import { visibleLine } from '../../../../src/base/text/visible.ts';
import type { ShownDialect } from '../../../control/routes/dialect-routes.ts';
import type { PlaceChoices } from '../logic/place.ts';
import { anyOf, asOptions, Select, TextField } from '../parts/fields.tsx';
import { choose, useCall, useLoaded } from '../shared.ts';
import { Button } from '../../../../src/base/page/parts.tsx';

type Question = ShownDialect['questions'][number];

interface RowProps {
  readonly of: Question;
  readonly onChoose: (name: string, option: string) => unknown;
}

const PLACES: Readonly<Record<string, readonly string[]>> = {
  resource: RESOURCES,
  endpoint: [...RESOURCES, ...ENDPOINT_IDS],
};

/** Another choice for one resource or endpoint. */
function AtPlace({ of, onChoose }: RowProps) {
  const places = PLACES[of.scope] ?? [];
  const [place, setPlace] = useState('');
  return (
    <>
      {Object.entries(of.at).map(([at, option]) => (
        <p key={at} class="faint">
          but {option} for {at}
        </p>
      ))}
      {places.length > 0 && (
        <details>
          <summary class="faint">otherwise for one of them</summary>
          <div class="fields">
            <Select label="For" value={place} onChange={setPlace} options={anyOf(places, 'choose')} />
            {place !== '' && (
              <Select
                label="Choice"
                value={of.at[place] ?? of.option}
                onChange={(option) => onChoose(`${of.question}@${place}`, option)}
                options={asOptions(of.options)}
              />
            )}
          </div>
        </details>
      )}
    </>
  );
}

function Row({ of, onChoose }: RowProps) {
  // Shows the choice at once; the simulator's answer comes later.
  const [pending, setPending] = useState('');
  useEffect(() => setPending(''), [of]);
  const now = pending === '' ? of.option : pending;
  return (
    <li>
      <fieldset>
        <legend>
          <code>{of.question}</code> {of.asks}
        </legend>
        <div class="options">
          {of.options.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name={of.question}
                checked={option === now}
                onChange={() => {
                  setPending(option);
                  onChoose(of.question, option);
                }}
              />{' '}
              {visibleLine(option)}
            </label>
          ))}
        </div>
      </fieldset>
      <AtPlace of={of} onChoose={onChoose} />
    </li>
  );
}

const fits = ({ question, asks, options }: Question, words: string): boolean =>
  [question, asks, ...options].join(' ').toLowerCase().includes(words.trim().toLowerCase());

export function Dialect({ choices }: { readonly choices: PlaceChoices }) {
  const { value, reload } = useLoaded<ShownDialect>('/dialect');
  const call = useCall(reload);
  const search = choices['search'] ?? '';
  const change = (name: string, option: string): Promise<boolean> =>
    call('POST', '/dialect', {
      body: { [name]: option },
      says: `${name}: ${option}, from the next request on`,
    });
  const questions = (value?.questions ?? []).filter((each) => fits(each, search));
  return (
    <>
      <h2>Dialect</h2>
      <p>
        Where the document is silent, backends differ. Choose otherwise and see whether your game still copes:
        what if codes came as names?
      </p>
      <div class="fields">
        <TextField
          label="Search questions"
          type="search"
          value={search}
          onChange={(next) => choose('dialect', { search: next })}
        />
        <Button onClick={() => call('DELETE', '/dialect', { says: 'the choices are those of the start' })}>
          back to the start
        </Button>
      </div>
      <p class="faint" role="status">
        {value === undefined ? '' : `${questions.length} of ${value.questions.length} questions`}
      </p>
      <ol class="questions">
        {questions.map((each) => (
          <Row key={each.question} of={each} onChoose={change} />
        ))}
      </ol>
    </>
  );
}
