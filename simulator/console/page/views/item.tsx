/** One item of the world: its facts, its tags to edit, and what can be done with it. */
import { useEffect, useState } from 'preact/hooks';
import { Button, Text } from '../../../../src/base/page/parts.tsx';
import { count, partsOf } from '../../../../src/base/page/text.ts';
import { pathOf, queryOf } from '../api.ts';
import { KINDS, tagsOf, wordsOf, type Item, type KindName, type Tag } from '../logic/words.ts';
import { useCall, useLoaded } from '../shared.ts';

/** How many rows are shown at a time. */
const PAGE = 100;
const MOST_LINES = 6;

const isSame = (rows: readonly Tag[], tags: readonly Tag[]): boolean =>
  rows.length === tags.length &&
  rows.every(({ key, value }, at) => key === tags[at]?.key && value === tags[at]?.value);

interface TagTextProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Several lines are possible, so that a line break survives. What an input would hide or turn around is spelled out below it. */
function TagText({ label, value, onInput }: TagTextProps) {
  return (
    <span>
      <textarea
        aria-label={label}
        rows={Math.min(MOST_LINES, value.split('\n').length)}
        dir="auto"
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {partsOf(value, true).some(({ isCode }) => isCode) && (
        <span class="spelled">
          <Text of={value} />
        </span>
      )}
    </span>
  );
}

interface TagEditorProps {
  readonly tags: readonly Tag[];
  readonly onSave: (tags: readonly Tag[]) => unknown;
}

/** The tags of one subject as rows to edit; nothing changes until they are saved, and then all at once. */
function TagEditor({ tags, onSave }: TagEditorProps) {
  const [rows, setRows] = useState(tags);
  const [shown, setShown] = useState(PAGE);
  useEffect(() => setRows(tags), [tags]);
  const change = (at: number, part: Partial<Tag>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const add = (): void => {
    setRows([...rows, { key: '', value: '' }]);
    setShown(Math.max(shown, rows.length + 1));
  };
  const isChanged = !isSame(rows, tags);
  return (
    <form
      aria-label="tags"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(rows);
      }}
    >
      <h4>{count(rows.length, 'tag')}</h4>
      {rows.length > 0 && (
        <div class="tag faint" aria-hidden="true">
          <span>key</span>
          <span>value</span>
          <span />
        </div>
      )}
      {rows.slice(0, shown).map(({ key, value }, at) => (
        <div class="tag" key={at} role="group" aria-label={`tag ${at + 1}`}>
          <TagText label={`key of tag ${at + 1}`} value={key} onInput={(next) => change(at, { key: next })} />
          <TagText
            label={`value of tag ${at + 1}`}
            value={value}
            onInput={(next) => change(at, { value: next })}
          />
          <Button
            aria-label={`remove tag ${at + 1}`}
            onClick={() => setRows(rows.filter((_, index) => index !== at))}
          >
            ✕
          </Button>
        </div>
      ))}
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + PAGE)}>
          show {Math.min(PAGE, rows.length - shown)} more
        </Button>
      )}
      <p class="acts">
        <Button onClick={add}>add a tag</Button>
        <button type="submit" class="main" disabled={!isChanged}>
          save tags
        </button>
        {isChanged && <Button onClick={() => setRows(tags)}>undo</Button>}
      </p>
    </form>
  );
}

const MAX_OF_FACT = 2000;

interface ItemProps {
  readonly game: string;
  readonly kind: KindName;
  readonly id: string;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

const NO_TAGS: readonly Tag[] = [];

export function ItemView({ game, kind, id, onChange, onClose }: ItemProps) {
  const query = queryOf({ game });
  const path = `${pathOf(kind, id)}${query}`;
  const { value, error, reload } = useLoaded<Item>(path);
  const call = useCall(onChange);
  const { idMember, word, resource } = KINDS[kind];
  const facts = Object.entries(value ?? {}).filter(([name]) => name !== 'tags' && name !== idMember);
  const save = async (tags: readonly Tag[]): Promise<void> => {
    const says = `saved: ${count(tags.length, 'tag')}`;
    if (await call('PUT', `${pathOf(kind, id, 'tags')}${query}`, { body: { tags }, says })) reload();
  };
  const add = async (): Promise<void> => {
    if (await call('PUT', path, { body: {}, says: `the ${word} is there` })) reload();
  };
  const remove = async (): Promise<void> => {
    if (await call('DELETE', path, { says: `the ${word} ${id} is deleted` })) onClose();
  };
  const expire = async (): Promise<void> => {
    const { name: _, token: __, expiresInSeconds: ___, ...body } = value ?? {};
    const says = `the token ${id} has expired`;
    if (await call('PUT', path, { body: { ...body, expired: true }, says })) reload();
  };
  return (
    <section class="entry" aria-label={`${word} ${id}`}>
      <h3>
        <Text of={id} /> <Button onClick={onClose}>close</Button>
      </h3>
      {error !== '' && (
        <p>
          <Text of={error} /> {resource !== undefined && <Button onClick={add}>add this {word}</Button>}
        </p>
      )}
      {value !== undefined && (
        <>
          <dl class="about">
            {facts.map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Text of={wordsOf(fact).slice(0, MAX_OF_FACT)} />
                </dd>
              </div>
            ))}
          </dl>
          {resource !== undefined && <TagEditor tags={tagsOf(value) ?? NO_TAGS} onSave={save} />}
          <p class="acts">
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
