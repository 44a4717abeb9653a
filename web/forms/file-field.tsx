import { Field, fieldAria } from "./field.tsx";
import { fieldId, useFieldError } from "./form-errors.tsx";

type FileFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The file types that the browser offers. The server checks the file itself. */
  readonly accept: string;
};

/** The browser's own file field: it works without JavaScript and offers the camera on a phone. */
export function FileField({ name, label, hint, accept }: FileFieldProps) {
  const { error, onChange } = useFieldError(name);
  const id = fieldId(name);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input {...fieldAria(id, hint, error)} type="file" name={name} accept={accept} onChange={onChange} />
    </Field>
  );
}
