import { NativeSelect } from "@mantine/core";
import { fieldId, useFieldError } from "./form-errors.tsx";

type SelectFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly defaultValue: string;
};

/** The browser's own select, which works best on a phone. */
export function SelectField({ hint, options, ...field }: SelectFieldProps) {
  const { error } = useFieldError(field.name);
  return <NativeSelect {...field} id={fieldId(field.name)} description={hint} error={error} data={[...options]} />;
}
