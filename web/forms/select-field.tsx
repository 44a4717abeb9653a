import { Field, fieldAria } from "./field.tsx";
import { fieldId, useFieldError } from "./form-errors.tsx";

type SelectFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Default: the first option. */
  readonly defaultValue?: string;
};

/** The browser's own select, which works best on a phone. */
export function SelectField({ name, label, hint, options, defaultValue }: SelectFieldProps) {
  const { error, onChange } = useFieldError(name);
  const id = fieldId(name);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="select">
        <select
          {...fieldAria(id, hint, error)}
          className="input"
          name={name}
          defaultValue={defaultValue}
          onChange={onChange}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}
