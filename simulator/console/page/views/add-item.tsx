/** Adds a player, a character or a group. */
import { useState } from 'preact/hooks';
import type { Choices } from '../logic/place.ts';
import { KINDS, type KindName } from '../logic/world-kinds.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { choose, useAction, useShared } from '../shared.ts';
import { LazyDetails } from '../../../../src/page/parts.tsx';

interface Props {
  readonly of: string;
  readonly kind: KindName;
  readonly choices: Choices;
  readonly onAdded: () => void;
}

function Fields({ of, kind, choices, onAdded }: Props) {
  const { api } = useShared();
  const act = useAction();
  const [id, setId] = useState('');
  const { idMember, word } = KINDS[kind];
  const add = async (): Promise<void> => {
    const done = await act(() => api.send('POST', of, { [idMember]: id, tags: [] }), `the ${word} is there`);
    if (!done) return;
    setId('');
    onAdded();
    choose('world', { ...choices, kind, id });
  };
  return (
    <Form label={`add a ${word}`} onSubmit={() => void add()}>
      <div class="fields">
        <TextField label={idMember} value={id} onChange={setId} />
        <button type="submit">add</button>
      </div>
    </Form>
  );
}

export function AddItem(props: Props) {
  return <LazyDetails summary={`add a ${KINDS[props.kind].word}`}>{() => <Fields {...props} />}</LazyDetails>;
}
