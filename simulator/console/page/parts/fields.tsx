/** Fields of forms: a label above each. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { visibleLine } from '../../../../src/base/text/visible.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A value to choose, and another text for it where there is one. */
export interface Option {
  readonly value: string;
  readonly text?: string;
}

/** The choice of nothing in particular. */
export const anyOf = (values: readonly string[], text = 'any'): readonly Option[] => [
  { value: '', text },
  ...asOptions(values),
];
export const asOptions = (values: readonly string[]): readonly Option[] => values.map((value) => ({ value }));

export function Select({
  label,
  value,
  onChange,
  options,
}: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <label class="field ">
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
  readonly class?: string;
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
  class: name,
  children,
}: {
  readonly onSubmit: () => unknown;
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <form
      class={name}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
