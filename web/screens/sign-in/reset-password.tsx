import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { NewPassword } from "./new-password.tsx";

type ResetPasswordProps = {
  /** Whether the link is still valid. */
  readonly isOpen: boolean;
  readonly result: { readonly refusal: RefusalView } | null;
};

/** The screen behind the link of the mail for a forgotten password. */
export function ResetPassword({ isOpen, result }: ResetPasswordProps) {
  const { t } = useTranslation("accounts");
  const busy = useNavigation().state !== "idle";
  const refusal = result?.refusal ?? null;
  if (!isOpen || refusal?.reason === "link-invalid") return <LinkInvalid />;
  return (
    <>
      <PageHeading title={t("reset.heading")} lead={t("reset.lead")} />
      <Form method="post" noValidate className="form" data-failed={t("profile.notChanged")}>
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          {refusal && <ErrorSummary heading={t("profile.notChanged")} refusal={refusal} />}
          <div className="form-section">
            <NewPassword label={t("profile.new")} isGuessable={refusal?.reason === "common-password"} />
            <button type="submit" className="button button-primary" aria-disabled={busy} aria-busy={busy}>
              {t("reset.submit")}
            </button>
          </div>
        </FormErrorsProvider>
      </Form>
    </>
  );
}

function LinkInvalid() {
  const { t } = useTranslation(["accounts", "messages"]);
  return (
    <>
      <PageHeading title={t("reset.heading")} />
      <Notice kind="error">{t("messages:mailLinkInvalid")}</Notice>
      <p>
        <a className="button button-primary" href="/forgot-password">
          {t("reset.askAgain")}
        </a>
      </p>
    </>
  );
}
