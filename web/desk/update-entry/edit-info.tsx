import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { SelectField } from "../../forms/select-field.tsx";
import { TextField } from "../../forms/text-field.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import type { InfoValues } from "./entry-edit-form.ts";
import type { EntryEditView } from "./entry-edit-view.ts";

type EditInfoProps = {
  readonly entry: EntryEditView;
  /** The details as sent, after a refusal. */
  readonly sent: InfoValues | null;
  /** The section's button. */
  readonly children: ReactNode;
};

/** The entrant's personal details. */
export function EditInfo({ entry, sent, children }: EditInfoProps) {
  const { t } = useTranslation("desk");
  const values = sent ?? entry.info;
  const text = (name: PersonField, required = true, hint?: string) => (
    <TextField
      name={name}
      label={t(`update.${name}`)}
      hint={hint}
      maxLength={ENTRY_LIMITS[name]}
      defaultValue={values[name]}
      required={required}
      autoComplete="off"
    />
  );
  const inputs: Readonly<Record<PersonField, ReactNode>> = {
    firstName: text("firstName"),
    lastName: text("lastName"),
    address: text("address"),
    phone: text("phone", false, t("update.paperHint")),
    email: text("email", false, t("update.paperHint")),
    facebook: text("facebook", false),
    instagram: text("instagram", false),
  };
  const { firstName, lastName, phone, email, ...others } = inputs;
  const options = entry.sources.map((source) => ({ value: source, label: source }));
  return (
    <FormSection title={t("update.info")}>
      <div className="form-columns">
        {firstName}
        {lastName}
        {email}
        {phone}
      </div>
      {Object.entries(others).map(([name, input]) => (
        <Fragment key={name}>{input}</Fragment>
      ))}
      <SelectField
        name="sources"
        label={t("update.source")}
        options={[{ value: "", label: t("update.selectSource") }, ...options]}
        defaultValue={values.sources}
      />
      {entry.namedByTicket && <p className="hint">{t("update.namedByTicket")}</p>}
      {children}
    </FormSection>
  );
}
