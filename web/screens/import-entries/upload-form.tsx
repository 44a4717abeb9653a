import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FileField } from "../../forms/file-field.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
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
    <Form
      method="post"
      action={screen}
      encType="multipart/form-data"
      noValidate
      className="form"
      data-failed={t("import.failed")}
    >
      <FormErrorsProvider errors={refusal?.errors ?? {}}>
        {refusal && <ErrorSummary heading={t("import.failed")} refusal={refusal} />}
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
        <button type="submit" className="button button-primary" disabled={submitting} aria-busy={submitting}>
          {t(submitting ? "import.uploading" : "import.upload")}
        </button>
      </FormErrorsProvider>
    </Form>
  );
}
