import { type ComponentProps, memo, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { fieldId, useFieldError } from "./form.tsx";

type FieldProps = {
  /** The id of the control; `fieldAria` gives it to the control. */
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
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
function RequiredMark() {
  return (
    <span className="field-mark" aria-hidden="true">
      {" *"}
    </span>
  );
}

type TextOfField = { readonly id: string; readonly children: ReactNode };

/** A field's hint, which `fieldAria` links to the control. */
function FieldHint({ id, children }: TextOfField) {
  return children ? (
    <p id={`${id}-hint`} className="hint">
      {children}
    </p>
  ) : null;
}

/** A field's error, which `fieldAria` links to the control. */
function FieldError({ id, children }: TextOfField) {
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

export const CODE = { autoComplete: "off", autoCapitalize: "characters", spellCheck: false } as const;
/** The attributes of a field for an e-mail address (RFC 5321, 4.5.3.1.3). */
export const EMAIL = {
  ...({ name: "email", type: "email", maxLength: 254, autoComplete: "email", autoCapitalize: "none" } as const),
};

type TextFieldProps = {
  /** Where a page has several fields of the name. */
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength: number;
  readonly defaultValue?: string;
  readonly placeholder?: string;
  readonly type?: "text" | "password" | "email" | "tel" | "url" | "search" | "datetime-local" | "color";
  readonly inputMode?: ComponentProps<"input">["inputMode"];
  readonly autoComplete?: ComponentProps<"input">["autoComplete"];
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
  const { id = fieldId(input.name) } = input;
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

type SelectProps = ComponentProps<"select"> & {
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** The browser's own select, which works best on a phone. Default: the first option. */
export function Select({ options, ...select }: SelectProps) {
  return (
    <div className="select">
      <select className="input" {...select}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

type SelectFieldProps = Pick<SelectProps, "name" | "options" | "defaultValue"> & {
  readonly label: string;
  readonly hint?: string;
};

export function SelectField({ label, hint, ...select }: SelectFieldProps) {
  const { error, onChange } = useFieldError(select.name);
  const id = fieldId(select.name);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select {...fieldAria(id, hint, error)} {...select} onChange={onChange} />
    </Field>
  );
}

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

/** The field `raffle` of a form that needs a raffle's code. */
export function RaffleCodeInput({
  label,
  typed = "",
}: {
  readonly label: string;
  readonly typed?: string | undefined;
}) {
  return <TextField name="raffle" label={label} maxLength={20} defaultValue={typed} {...CODE} />;
}

/** The field `accessCode` of a form that needs the organiser's code. A wrong code is not shown again. */
export function AccessCodeInput({ label }: { readonly label: string }) {
  return <TextField name="accessCode" undrafted label={label} maxLength={20} {...CODE} />;
}

/**
 * The version being edited, by which the server detects that somebody else saved meanwhile. The page's script replaces
 * it with a restored draft's version. React leaves that value while its own version stays the same.
 */
export const VersionField = memo(function VersionField({ version }: { readonly version: string | number }) {
  return <input type="hidden" name="version" defaultValue={version} data-drafted="version" />;
});

/** A box beside an access code. Unticked, the browser keeps its access only until it is closed. */
export function TrustBrowser() {
  const { t } = useTranslation("site");
  return <Checkbox name="trust" value="yes" label={t("trust.label")} hint={t("trust.hint")} />;
}
