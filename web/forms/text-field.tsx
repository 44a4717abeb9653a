import { InputBase, TextInput } from "@mantine/core";
import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes } from "react";
import { fieldId, useFieldError } from "./form-errors.tsx";

type TextFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength: number;
  readonly defaultValue?: string;
  readonly placeholder?: string;
  readonly type?: "text" | "password" | "email" | "tel" | "url" | "datetime-local" | "number";
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoCapitalize?: "none" | "words" | "sentences" | "characters";
  /** More than one line: a text area of this many rows. */
  readonly rows?: number;
};

/** A labelled text input with its hint above and its error below, tied together for screen readers. */
export function TextField({ hint, rows, maxLength, type = "text", required, ...field }: TextFieldProps) {
  const { error, isFirst } = useFieldError(field.name);
  const shared = {
    ...field,
    id: fieldId(field.name),
    description: hint,
    error,
    // Said by aria-required: the browser's own bubbles would stand in front of our messages.
    "aria-required": required,
    withAsterisk: required ?? false,
    // Without JavaScript the answer's page opens at the first field that needs attention.
    autoFocus: isFirst,
  };
  // Mantine's Textarea is this and a script that measures lines.
  if (rows) return <InputBase {...shared} component="textarea" multiline rows={rows} maxLength={maxLength} />;
  return <TextInput {...shared} type={type} maxLength={type === "number" ? undefined : maxLength} />;
}
