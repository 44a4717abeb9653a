import { useTranslation } from "react-i18next";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { CodeField } from "./code-field.tsx";

/** The second step of a login: the code from the phone's app. */
export function LoginCode({ refusal }: { readonly refusal: RefusalView | null }) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <PageHeading title={t("code.heading")} lead={t("code.lead")} />
      <RefusableForm failed={t("login.failed")} refusal={refusal}>
        <div className="form-section">
          <CodeField label={t("code.label")} hint={t("code.hint")} />
          <Submit label={t("login.submit")} look="primary" />
          <p className="hint">{t("code.lost")}</p>
        </div>
      </RefusableForm>
    </>
  );
}
