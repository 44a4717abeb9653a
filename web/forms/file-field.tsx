import { Input } from "@mantine/core";
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
  const { error } = useFieldError(name);
  const id = fieldId(name);
  return (
    <Input.Wrapper size="md" id={id} label={label} description={hint} error={error}>
      <input
        id={id}
        type="file"
        name={name}
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-description ${id}-error` : `${id}-description`}
      />
    </Input.Wrapper>
  );
}
