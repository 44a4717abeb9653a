import { useTranslation } from "react-i18next";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { CodeField } from "./code-field.tsx";

/** The second step of a login: the code from the phone's app. */
export function LoginCode({ refusal }: { readonly refusal: RefusalView | null }) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <PageHeading title={t("code.heading")} lead={t("code.lead")} />
      <form method="post" noValidate className="form" data-failed={t("login.failed")}>
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          {refusal && <ErrorSummary heading={t("login.failed")} refusal={refusal} />}
          <div className="form-section">
            <CodeField label={t("code.label")} hint={t("code.hint")} />
            <button type="submit" className="button button-primary">
              {t("login.submit")}
            </button>
            <p className="hint">{t("code.lost")}</p>
          </div>
        </FormErrorsProvider>
      </form>
    </>
  );
}
