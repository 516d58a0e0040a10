/** What the document leaves open, as switches: how would the game fare with a backend that chose otherwise? */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../../src/base/page/parts.tsx';
import { visibleLine } from '../../../../src/base/text/visible.ts';
import type { Choice } from '../../../control/choices.ts';
import type { PlaceChoices } from '../logic/place.ts';
import { TextField } from '../parts/fields.tsx';
import { choose, useCall, useLoaded } from '../shared.ts';

interface QuestionProps {
  readonly of: Choice;
  readonly onChoose: (question: string, option: string) => unknown;
}

function Question({ of, onChoose }: QuestionProps) {
  const { question, asks, options, settled, at } = of;
  // Shows the choice at once; the simulator's answer comes later.
  const [pending, setPending] = useState('');
  useEffect(() => setPending(''), [of]);
  const now = pending === '' ? of.option : pending;
  return (
    <li>
      <fieldset>
        <legend>
          <code>{question}</code> {asks}
        </legend>
        <div class="options">
          {options.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name={question}
                checked={option === now}
                onChange={() => {
                  setPending(option);
                  onChoose(question, option);
                }}
              />{' '}
              {visibleLine(option)}
              {option === settled && now !== settled && <span class="faint"> (default)</span>}
            </label>
          ))}
        </div>
      </fieldset>
      {Object.entries(at).map(([where, option]) => (
        <p key={where} class="faint">
          but {option} for {where}
        </p>
      ))}
    </li>
  );
}

const fits = ({ question, asks, options }: Choice, words: string): boolean =>
  [question, asks, ...options].join(' ').toLowerCase().includes(words.trim().toLowerCase());

export function Dialect({ choices }: { readonly choices: PlaceChoices }) {
  const { value, reload } = useLoaded<{ readonly questions: readonly Choice[] }>('/dialect');
  const call = useCall(reload);
  const search = choices['search'] ?? '';
  const change = (question: string, option: string): Promise<boolean> =>
    call('POST', '/dialect', {
      body: { [question]: option },
      says: `${question}: ${option}, from the next request on`,
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
        <Button onClick={() => call('DELETE', '/dialect', { says: 'the choices are as at the start' })}>
          back to the start
        </Button>
      </div>
      <p class="faint" role="status">
        {value !== undefined && `${questions.length} of ${value.questions.length} questions`}
      </p>
      <ol class="questions">
        {questions.map((each) => (
          <Question key={each.question} of={each} onChoose={change} />
        ))}
      </ol>
    </>
  );
}
