/** One item of the world: its facts, its tags to edit, and what can be done with it; and a new one. */
import { useState, useEffect } from 'preact/hooks';
import type { PlaceChoices } from '../logic/place.ts';
import { Form, TextField } from '../parts/fields.tsx';
import { KINDS, tagsOf, wordsOf, type Item, type KindName, type Tag } from '../logic/world-kinds.ts';
import { choose, useCall, useLoaded } from '../shared.ts';
import { Button, LazyDetails, Text } from '../../../../src/base/page/parts.tsx';
import { count, partsOf } from '../../../../src/base/page/text.ts';

// The tags of one subject as rows to edit; nothing changes until they are saved, and then all at once.

interface Row extends Tag {
  /** Stays with the row when others are added or removed. */
  readonly at: number;
}

/** How many rows are shown at a time. */
const PAGE = 100;

const rowsOf = (tags: readonly Tag[]): readonly Row[] => tags.map((tag, at) => ({ ...tag, at }));
const isSame = (rows: readonly Row[], tags: readonly Tag[]): boolean =>
  rows.length === tags.length &&
  rows.every(({ key, value }, at) => key === tags[at]?.key && value === tags[at]?.value);

/** What an input would hide or turn around, spelled out below it. */
function Spelled({ of }: { readonly of: string }) {
  return partsOf(of, true).some(({ isCode }) => isCode) ? (
    <span class="spelled">
      <Text of={of} />
    </span>
  ) : null;
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Several lines are possible, so that a line break survives. */
function Cell({ label, value, onInput }: CellProps) {
  return (
    <span class="cell">
      <textarea
        aria-label={label}
        rows={Math.min(6, value.split('\n').length)}
        dir="auto"
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <Spelled of={value} />
    </span>
  );
}

interface TagEditorProps {
  readonly of: string;
  /** Undefined: the world does not know them. */
  readonly tags: readonly Tag[] | undefined;
  readonly onSaved: () => void;
}

function TagEditor({ of, tags = [], onSaved }: TagEditorProps) {
  const call = useCall();
  const [rows, setRows] = useState(() => rowsOf(tags));
  const [shown, setShown] = useState(PAGE);
  useEffect(() => setRows(rowsOf(tags)), [tags]);
  const change = (at: number, part: Partial<Tag>): void =>
    setRows(rows.map((row) => (row.at === at ? { ...row, ...part } : row)));
  const add = (): void => {
    setRows([...rows, { key: '', value: '', at: 1 + Math.max(-1, ...rows.map(({ at }) => at)) }]);
    setShown(Math.max(shown, rows.length + 1));
  };
  const save = async (): Promise<void> => {
    const body = { tags: rows.map(({ key, value }) => ({ key, value })) };
    if (await call('PUT', `${of}/tags`, { body, says: `saved: ${count(rows.length, 'tag')}` })) onSaved();
  };
  const isChanged = !isSame(rows, tags);
  return (
    <Form class="tags" label="tags" onSubmit={save}>
      <h4>{count(rows.length, 'tag')}</h4>
      {rows.length > 0 && (
        <div class="tag head faint" aria-hidden="true">
          <span>key</span>
          <span>value</span>
        </div>
      )}
      {rows.slice(0, shown).map(({ key, value, at }, index) => (
        <div class="tag" key={at} role="group" aria-label={`tag ${index + 1}`}>
          <Cell label={`key of tag ${index + 1}`} value={key} onInput={(next) => change(at, { key: next })} />
          <Cell
            label={`value of tag ${index + 1}`}
            value={value}
            onInput={(next) => change(at, { value: next })}
          />
          <Button
            aria-label={`remove tag ${index + 1}`}
            onClick={() => setRows(rows.filter((row) => row.at !== at))}
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
        {isChanged && <Button onClick={() => setRows(rowsOf(tags))}>undo</Button>}
      </p>
    </Form>
  );
}

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
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function ItemView({ of, kind, id, onChange, onClose }: Props) {
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
  readonly choices: PlaceChoices;
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
