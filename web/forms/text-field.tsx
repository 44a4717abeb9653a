import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes } from "react";
import { Field, fieldAria } from "./field.tsx";
import { fieldId, useFieldError } from "./form-errors.tsx";

/** The attributes of a field for a code. */
export const CODE = { autoComplete: "off", autoCapitalize: "characters", spellCheck: false } as const;
/** The attributes of a field for an e-mail address (RFC 5321, 4.5.3.1.3). */
export const EMAIL = { type: "email", maxLength: 254, autoComplete: "email", autoCapitalize: "none" } as const;

type TextFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength: number;
  readonly defaultValue?: string;
  readonly placeholder?: string;
  readonly type?: "text" | "password" | "email" | "tel" | "url" | "search" | "datetime-local" | "color";
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoCapitalize?: "none" | "words" | "sentences" | "characters";
  readonly spellCheck?: boolean;
  /** Leaves the field out of drafts: a value that proves something must not stay in the tab's storage. */
  readonly undrafted?: boolean;
  /** The number of rows of a text area, for text of several lines. */
  readonly rows?: number;
};

/** A labelled text input with its hint above and its error below, linked for screen readers. */
export function TextField({ label, hint, rows, type = "text", required, undrafted, ...input }: TextFieldProps) {
  const { error, takesFocus, onChange } = useFieldError(input.name);
  const id = fieldId(input.name);
  const shared = {
    ...input,
    ...fieldAria(id, hint, error),
    className: "input",
    "data-undrafted": undrafted ? "" : undefined,
    // aria-required replaces `required`: the browser's own bubbles would cover our messages.
    "aria-required": required,
    onChange,
    // Without JavaScript the response opens at the field, if it is the only one with an error.
    autoFocus: takesFocus,
  };
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required}>
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
    </Field>
  );
}
