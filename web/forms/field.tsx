import type { ReactNode } from "react";

type FieldProps = {
  /** The id of the control; `fieldAria` gives it to the control. */
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** The control. */
  readonly children: ReactNode;
};

/** A control with its label, its hint above and its error below. */
export function Field({ id, label, hint, error, required, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      {children}
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

/** The mark of a field that must be filled in. Screen readers say `aria-required` instead. */
export function RequiredMark() {
  return (
    <span className="field-mark" aria-hidden="true">
      {" *"}
    </span>
  );
}

type TextOfField = { readonly id: string; readonly children: ReactNode };

/** A field's hint, which `fieldAria` links to the control. */
export function FieldHint({ id, children }: TextOfField) {
  return children ? (
    <p id={`${id}-hint`} className="hint">
      {children}
    </p>
  ) : null;
}

/** A field's error, which `fieldAria` links to the control. */
export function FieldError({ id, children }: TextOfField) {
  return children ? (
    <p id={`${id}-error`} className="field-error">
      {children}
    </p>
  ) : null;
}

/** The attributes by which screen readers find a control's hint and error. */
export function fieldAria(id: string, hint: ReactNode, error: string | undefined) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
}
