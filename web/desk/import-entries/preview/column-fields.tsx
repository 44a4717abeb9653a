import { useTranslation } from "react-i18next";
import { IMPORT_FIELDS, REQUIRED_IMPORT_FIELDS } from "#src/entries/import/mapping.ts";
import type { ImportPreview } from "#src/entries/import/stored-preview.ts";
import { SelectField } from "../../../forms/select-field.tsx";
import { FormSection } from "../../../ui/form-section.tsx";
import { columnField, tickField } from "../import-form.ts";
import type { ImportPageData } from "../import-page.ts";

type ColumnFieldsProps = { readonly preview: ImportPreview; readonly rules: ImportPageData["raffle"]["rules"] };

/** Selects that map the file's columns to the fields of an entry, and to the ticks of its rules. */
export function ColumnFields({ preview, rules }: ColumnFieldsProps) {
  const { t } = useTranslation("desk");
  const columns = preview.columns.map((name, index) => ({
    value: String(index),
    label: t(name === "" ? "import.column" : "import.columnNamed", { number: index + 1, name }),
  }));
  return (
    <FormSection title={t("import.columns")}>
      <div className="form-columns">
        {IMPORT_FIELDS.map((field) => {
          const none = t(REQUIRED_IMPORT_FIELDS.includes(field) ? "import.chooseColumn" : "import.none");
          return (
            <SelectField
              key={field}
              name={columnField(field)}
              label={t(`import.fields.${field}`)}
              options={[{ value: "", label: none }, ...columns]}
              defaultValue={String(preview.mapping.columns[field] ?? "")}
            />
          );
        })}
        {rules.map(({ id, number, details }) => (
          <SelectField
            key={id}
            name={tickField(id)}
            label={t("import.ruleDone", { number })}
            hint={details}
            options={[{ value: "", label: t("import.none") }, ...columns]}
            defaultValue={String(preview.mapping.rules?.[id] ?? "")}
          />
        ))}
      </div>
    </FormSection>
  );
}
