import { type ReactNode, useId } from "react";
import { FieldError, FieldHint, fieldAria, RequiredMark } from "./field.tsx";
import { fieldId, useFieldError } from "./form-errors.tsx";

type CheckboxProps = {
  readonly name: string;
  /** What is sent if it is ticked, where several boxes share a name. */
  readonly value?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly defaultChecked?: boolean;
};

type CheckboxFieldProps = CheckboxProps & { readonly required?: boolean };

type BoxProps = CheckboxFieldProps & {
  readonly id: string;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly onChange?: () => void;
};

/** A box to tick, which is never refused: one of several, or one that may stay empty. */
export function Checkbox(props: CheckboxProps) {
  return <Box {...props} id={useId()} />;
}

/** A box to tick that is a field of its own, with its errors. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { error, takesFocus, onChange } = useFieldError(props.name);
  return <Box {...props} id={fieldId(props.name)} error={error} autoFocus={takesFocus} onChange={onChange} />;
}

function Box({ id, label, hint, error, required, ...input }: BoxProps) {
  return (
    <div className="checkbox">
      <input {...input} {...fieldAria(id, hint, error)} type="checkbox" aria-required={required} />
      <label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
