import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { FileField } from "../../forms/file-field.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";

type UploadFormProps = {
  readonly screen: string;
  /** Where an empty list can be downloaded. */
  readonly template: string;
  readonly refusal: RefusalView | null;
};

/** The first step: a file. */
export function UploadForm({ screen, template, refusal }: UploadFormProps) {
  const { t } = useTranslation("desk");
  const submitting = useNavigation().state !== "idle";
  return (
    <RefusableForm action={screen} encType="multipart/form-data" heading={t("import.failed")} refusal={refusal}>
      <FormSection title={t("import.choose")}>
        <FileField
          name="csv"
          label={t("import.file")}
          hint={t("import.fileHint")}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
        />
        <p>
          <a href={template} download>
            {t("import.template")}
          </a>{" "}
          <span className="hint">{t("import.templateHint")}</span>
        </p>
      </FormSection>
      <input type="hidden" name="intent" value="upload" />
      <Submit
        label={t(submitting ? "import.uploading" : "import.upload")}
        look="primary"
        disabled={submitting}
        aria-busy={submitting}
      />
    </RefusableForm>
  );
}
