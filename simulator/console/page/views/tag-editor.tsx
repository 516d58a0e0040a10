/** The tags of one subject as rows to edit; nothing changes until they are saved, and then all at once. */
import { useEffect, useState } from 'preact/hooks';
import type { Tag } from '../logic/world-kinds.ts';
import { Form } from '../parts/fields.tsx';
import { useCall } from '../shared.ts';
import { Button, Text } from '../../../../src/page/parts.tsx';
import { count, partsOf } from '../../../../src/page/text.ts';

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

interface Props {
  readonly of: string;
  /** Undefined: the world does not know them. */
  readonly tags: readonly Tag[] | undefined;
  readonly onSaved: () => void;
}

export function TagEditor({ of, tags = [], onSaved }: Props) {
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
