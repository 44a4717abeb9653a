import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { IMPORT_FIELDS } from "#src/entries/import/mapping.ts";
import type { ImportPreview as Preview } from "#src/entries/import/stored-preview.ts";
import { Checkbox, CheckboxField } from "../../../forms/checkbox.tsx";
import { fieldId } from "../../../forms/form-errors.tsx";
import { RefusableForm } from "../../../forms/refusable-form.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import type { RefusalView } from "../../../requests/refusals/refusal-view.ts";
import { Submit } from "../../../ui/buttons/buttons.tsx";
import { FormSection } from "../../../ui/form-section.tsx";
import type { ImportPageData } from "../import-page.ts";
import { BadLines, DoubtfulLines } from "./bad-lines.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { PreviewTable } from "./preview-table.tsx";

type ImportPreviewProps = {
  readonly id: string;
  readonly fileName: string;
  /** Where the wrong lines can be downloaded. */
  readonly restFile: string;
  readonly preview: Preview;
  readonly sources: readonly string[];
  readonly rules: ImportPageData["raffle"]["rules"];
  readonly refusal: RefusalView | null;
  readonly termsAgreed: boolean;
  /** The requested action. The form repeats it with a puzzle's solution. */
  readonly refusedIntent: string | null;
};

/** The second step: the file's content, its column mapping, its errors, and the button that adds all entries. */
export function ImportPreview(props: ImportPreviewProps) {
  const { id, fileName, restFile, preview, sources, rules, refusal, termsAgreed, refusedIntent } = props;
  const { t } = useTranslation("desk");
  const submitting = useNavigation().state !== "idle";
  const { entries, mapping, good } = preview;
  const bad = preview.bad.length + preview.moreBad;
  const count = { count: entries, entries, lines: entries };
  const options = sources.map((source) => ({ value: source, label: source }));

  function nameOf(field: string): string | null {
    const column = IMPORT_FIELDS.find((each) => field === `columns.${each}`);
    return column === undefined ? null : t(`import.fields.${column}`);
  }

  return (
    <RefusableForm draft={`import:${id}`} heading={t("import.failed")} refusal={refusal} nameOf={nameOf}>
      <FormSection title={fileName} hint={t("import.previewLines", count)}>
        <PreviewTable preview={preview} />
        <input type="hidden" name="linesAbove" value={mapping.linesAbove ?? 0} />
        <Checkbox
          name="header"
          defaultChecked={mapping.header}
          label={mapping.linesAbove ? t("import.headerAt", { line: preview.headerLine }) : t("import.header")}
        />
      </FormSection>
      <ColumnFields preview={preview} rules={rules} />
      <section id={fieldId("lines")} tabIndex={-1} className="import-lines">
        {preview.bad.length > 0 && <BadLines preview={preview} file={restFile} />}
        {good > 0 && bad === 0 && (
          <div className="notice notice-success">
            <p>{t("import.fine", count)}</p>
          </div>
        )}
      </section>
      <DoubtfulLines preview={preview} />
      <FormSection title={t("import.consent")}>
        <SelectField
          name="source"
          label={t("import.source")}
          hint={t("import.sourceHint")}
          options={[{ value: "", label: t("update.selectSource") }, ...options]}
          defaultValue={mapping.source}
        />
        {rules.some(({ id }) => mapping.rules?.[id] === undefined) && (
          <Checkbox name="everyRule" defaultChecked={mapping.everyRule === true} label={t("import.everyRule")} />
        )}
        <CheckboxField name="terms" defaultChecked={termsAgreed} label={t("import.terms")} />
      </FormSection>
      <input type="hidden" name="good" value={good} />
      <div className="actions">
        <Submit label={t("import.check")} intent="check" disabled={submitting} />
        {good > 0 && (
          <Submit
            label={t(bad === 0 ? "import.add" : "import.addGood", { count: good, entries: good, lines: good })}
            look="primary"
            intent="add"
            data-resend={refusedIntent === "add" || undefined}
            disabled={submitting}
          />
        )}
        <Submit label={t("import.discard")} look="quiet" intent="discard" disabled={submitting} />
      </div>
    </RefusableForm>
  );
}
