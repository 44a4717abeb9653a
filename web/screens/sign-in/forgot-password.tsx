import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { type PasswordHelp, WriteToOperator } from "./forgotten-password.tsx";

type ForgotPasswordProps = PasswordHelp & {
  /** Null before the request. Without a refusal, the site sends a mail if such an account exists. */
  readonly result: { readonly email: string; readonly refusal: RefusalView | null } | null;
};

/** The screen on which a person requests a mail to set a new password. */
export function ForgotPassword({ sendsMail, operatorEmail, result }: ForgotPasswordProps) {
  const { t } = useTranslation("accounts");
  if (!sendsMail) {
    return (
      <>
        <PageHeading title={t("forgot.heading")} lead={t("forgot.noMail")} />
        {operatorEmail !== null && <WriteToOperator email={operatorEmail} />}
        <p>
          <a className="button" href="/login">
            {t("login.heading")}
          </a>
        </p>
      </>
    );
  }
  const refusal = result?.refusal ?? null;
  return (
    <>
      {result && !refusal && <Notice kind="success">{t("forgot.sent", { email: result.email })}</Notice>}
      <PageHeading title={t("forgot.heading")} lead={t("forgot.lead")} />
      <Form
        method="post"
        noValidate
        reloadDocument
        className="form"
        data-draft="forgot-password"
        data-failed={t("forgot.failed")}
      >
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          {refusal && <ErrorSummary heading={t("forgot.failed")} refusal={refusal} />}
          <div className="form-section">
            <TextField
              name="email"
              type="email"
              label={t("login.email")}
              hint={t("forgot.emailHint")}
              maxLength={MAX_EMAIL}
              defaultValue={result?.email ?? ""}
              autoComplete="username"
              autoCapitalize="none"
              required
            />
            <button type="submit" className="button button-primary">
              {t("forgot.submit")}
            </button>
          </div>
        </FormErrorsProvider>
      </Form>
    </>
  );
}
