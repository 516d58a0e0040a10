/** Fields of forms: a label above each. */
import type { ComponentChildren } from 'preact';
import { visibleLine } from '../../../../src/base/text/visible.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A value to choose, and another text for it where there is one. */
interface Option {
  readonly value: string;
  readonly text?: string;
}

/** The choice of nothing in particular comes first. */
export const anyOf = (values: readonly string[], text = 'any'): readonly Option[] => [
  { value: '', text },
  ...values.map((value) => ({ value })),
];

export function Select({
  label,
  value,
  onChange,
  options,
}: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <label class="field">
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

type TextFieldProps = FieldProps & { readonly type?: 'text' | 'search' | 'number' | 'password' };

export function TextField({ label, value, onChange, type = 'text' }: TextFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type={type as 'text'}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

interface FormProps {
  readonly onSubmit: () => unknown;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Fields in a row that the page itself handles. */
export const Form = ({ onSubmit, label, children }: FormProps) => (
  <form
    class="fields"
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    {children}
  </form>
);
