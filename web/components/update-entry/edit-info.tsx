import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { SelectField } from "../../forms/select-field.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { InfoValues } from "../../views/entry-edit-form.ts";
import type { EntryEditView } from "../../views/entry-edit-view.ts";
import { FormSection } from "../form-section.tsx";

type EditInfoProps = {
  readonly entry: EntryEditView;
  /** The details as they were sent, where they were refused. */
  readonly sent: InfoValues | null;
  /** The section's button. */
  readonly children: ReactNode;
};

/** The person of an entry. */
export function EditInfo({ entry, sent, children }: EditInfoProps) {
  const { t } = useTranslation("desk");
  const values = sent ?? entry.info;
  const text = (name: Exclude<keyof InfoValues, "sources">, maxLength: number, required = true) => (
    <TextField
      name={name}
      label={t(`update.${name}`)}
      maxLength={maxLength}
      defaultValue={values[name]}
      required={required}
      autoComplete="off"
    />
  );
  const options = entry.sources.map((source) => ({ value: source, label: source }));
  return (
    <FormSection title={t("update.info")}>
      <div className="form-columns">
        {text("firstName", ENTRY_LIMITS.firstName)}
        {text("lastName", ENTRY_LIMITS.lastName)}
        {text("email", ENTRY_LIMITS.email)}
        {text("phone", ENTRY_LIMITS.phone)}
      </div>
      {text("address", ENTRY_LIMITS.address)}
      {text("facebook", ENTRY_LIMITS.link, false)}
      {text("instagram", ENTRY_LIMITS.link, false)}
      <SelectField
        name="sources"
        label={t("update.source")}
        options={[{ value: "", label: t("update.selectSource") }, ...options]}
        defaultValue={values.sources}
      />
      {children}
    </FormSection>
  );
}
