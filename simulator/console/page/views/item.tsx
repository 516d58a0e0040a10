/** One item of the world: its facts, its tags to edit, and what can be done with it. */
import { hashOf } from '../logic/place.ts';
import { KINDS, tagsOf, type Item, type KindName } from '../logic/world-kinds.ts';
import { useAction, useLoaded, useShared } from '../shared.ts';
import { TagEditor } from './tag-editor.tsx';
import { Text } from '../../../../src/page/parts.tsx';

const MOST_CHARACTERS = 2000;

function Facts({ of, idMember }: { readonly of: Item; readonly idMember: string }) {
  const facts = Object.entries(of).filter(([name]) => name !== 'tags' && name !== idMember);
  return (
    <dl class="about">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Text
              of={(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_CHARACTERS)}
            />
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

const RESOURCES: Readonly<Partial<Record<KindName, string>>> = {
  players: 'gamePlayer',
  characters: 'characterPlayer',
  groups: 'group',
};

export function ItemView({ of, kind, id, game, onChange, onClose }: Props) {
  const { api } = useShared();
  const act = useAction();
  const { value, error, reload } = useLoaded<Item>(of);
  const { idMember, word, hasTags } = KINDS[kind];
  const isExpired = value?.['expired'] === true;
  const remove = async (): Promise<void> => {
    if (!(await act(() => api.send('DELETE', of), `the ${word} ${id} is deleted`))) return;
    onClose();
    onChange();
  };
  const expire = async (): Promise<void> => {
    if (await act(() => api.send('POST', `${of}/expire`), `the token ${id} has expired`)) reload();
  };
  return (
    <section class="entry" aria-label={`${word} ${id}`}>
      <h3>
        <Text of={id} />{' '}
        <button type="button" onClick={onClose}>
          close
        </button>
      </h3>
      {error !== '' && (
        <p>
          <Text of={error} />
        </p>
      )}
      {value !== undefined && (
        <>
          <Facts of={value} idMember={idMember} />
          {hasTags && (
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
            {hasTags && (
              <a href={hashOf('call', { endpoint: `${RESOURCES[kind] ?? ''}.admin`, game, id })}>
                call for its tags
              </a>
            )}
            {kind === 'tokens' && !isExpired && (
              <button type="button" onClick={() => void expire()}>
                let it expire
              </button>
            )}
            <button type="button" class="danger" onClick={() => void remove()}>
              delete this {word}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
