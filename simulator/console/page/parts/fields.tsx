/** Fields of forms: a label above each. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { visibleLine } from '../../../../src/text/visible.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly class?: string;
}

export interface Option {
  readonly value: string;
  readonly text?: string;
}

export function Select({
  label,
  value,
  onChange,
  options,
  class: name,
}: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <label class={`field ${name ?? ''}`}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {visibleLine(option.text ?? option.value)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A line of text, perhaps with values to choose from. */
export function TextField({
  label,
  value,
  onChange,
  class: name,
  suggestions = [],
  type = 'text',
  placeholder,
}: FieldProps & {
  readonly suggestions?: readonly Option[];
  readonly type?: 'text' | 'search' | 'number' | 'password';
  readonly placeholder?: string;
}) {
  const id = useId();
  return (
    <label class={`field ${name ?? ''}`}>
      <span>{label}</span>
      <input
        type={type as 'text'}
        value={value}
        placeholder={placeholder}
        {...(suggestions.length > 0 && { list: id })}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={id}>
          {suggestions.map((option) => (
            <option
              key={option.value}
              value={option.value}
              label={visibleLine(option.text ?? option.value)}
            />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** A form that the page itself handles. */
export function Form({
  onSubmit,
  label,
  children,
}: {
  readonly onSubmit: () => void;
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
