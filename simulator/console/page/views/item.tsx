/** One item of the world: its facts, its tags to edit, and what can be done with it; and a new one. */
import { useState } from 'preact/hooks';
import { hashOf, type Choices } from '../logic/place.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { KINDS, tagsOf, wordsOf, type Item, type KindName } from '../logic/world-kinds.ts';
import { choose, useCall, useLoaded } from '../shared.ts';
import { TagEditor } from './tag-editor.tsx';
import { Button, LazyDetails, Text } from '../../../../src/page/parts.tsx';

const MAX_CHARACTERS = 2000;

function Facts({ of, idMember }: { readonly of: Item; readonly idMember: string }) {
  const facts = Object.entries(of).filter(([name]) => name !== 'tags' && name !== idMember);
  return (
    <dl class="about">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Text of={wordsOf(value).slice(0, MAX_CHARACTERS)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  readonly of: string;
  readonly kind: KindName;
  readonly id: string;
  readonly game: string;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function ItemView({ of, kind, id, game, onChange, onClose }: Props) {
  const { value, error, reload } = useLoaded<Item>(of);
  const call = useCall();
  const { idMember, word, resource } = KINDS[kind];
  const remove = async (): Promise<void> => {
    if (!(await call('DELETE', of, { says: `the ${word} ${id} is deleted` }))) return;
    onClose();
    onChange();
  };
  const expire = async (): Promise<void> => {
    if (await call('POST', `${of}/expire`, { says: `the token ${id} has expired` })) reload();
  };
  return (
    <section class="entry" aria-label={`${word} ${id}`}>
      <h3>
        <Text of={id} /> <Button onClick={onClose}>close</Button>
      </h3>
      {error !== '' && (
        <p>
          <Text of={error} />
        </p>
      )}
      {value !== undefined && (
        <>
          <Facts of={value} idMember={idMember} />
          {resource !== undefined && (
            <TagEditor
              of={of}
              tags={tagsOf(value)}
              onSaved={() => {
                reload();
                onChange();
              }}
            />
          )}
          <p class="acts">
            {resource !== undefined && (
              <a href={hashOf('call', { endpoint: `${resource}.admin`, game, id })}>call for its tags</a>
            )}
            {kind === 'tokens' && value['expired'] !== true && (
              <Button onClick={expire}>let it expire</Button>
            )}
            <Button class="danger" onClick={remove}>
              delete this {word}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}

interface AddProps {
  readonly of: string;
  readonly kind: KindName;
  readonly choices: Choices;
  readonly onAdded: () => void;
}

function NewItem({ of, kind, choices, onAdded }: AddProps) {
  const call = useCall();
  const [id, setId] = useState('');
  const { idMember, word } = KINDS[kind];
  const add = async (): Promise<void> => {
    const body = { [idMember]: id, tags: [] };
    if (!(await call('POST', of, { body, says: `the ${word} is there` }))) return;
    setId('');
    onAdded();
    choose('world', { ...choices, kind, id });
  };
  return (
    <Form label={`add a ${word}`} onSubmit={add}>
      <div class="fields">
        <TextField label={idMember} value={id} onChange={setId} />
        <button type="submit">add</button>
      </div>
    </Form>
  );
}

export function AddItem(props: AddProps) {
  return (
    <LazyDetails summary={`add a ${KINDS[props.kind].word}`}>{() => <NewItem {...props} />}</LazyDetails>
  );
}
