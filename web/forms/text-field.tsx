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
  /** Leaves the field out of drafts: a value that proves something must not stay in the tab's storage. */
  readonly undrafted?: boolean;
  /** The number of rows of a text area, for text of several lines. */
  readonly rows?: number;
};

/** A labelled text input with its hint above and its error below, linked for screen readers. */
export function TextField({ hint, rows, maxLength, type = "text", required, undrafted, ...field }: TextFieldProps) {
  const { error, isFirst } = useFieldError(field.name);
  const shared = {
    ...field,
    id: fieldId(field.name),
    description: hint,
    error,
    "data-undrafted": undrafted ? "" : undefined,
    // aria-required replaces `required`: the browser's own bubbles would cover our messages.
    "aria-required": required,
    withAsterisk: required ?? false,
    // Without JavaScript the response opens at the first field with an error.
    autoFocus: isFirst,
  };
  // Mantine's Textarea is the same plus a script that measures lines.
  if (rows) return <InputBase {...shared} component="textarea" multiline rows={rows} maxLength={maxLength} />;
  return <TextInput {...shared} type={type} maxLength={type === "number" ? undefined : maxLength} />;
}
