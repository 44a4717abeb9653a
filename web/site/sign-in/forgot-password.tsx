import { useTranslation } from "react-i18next";
import { MAX_EMAIL } from "#src/accounts/limits.ts";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
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
          <ButtonLink label={t("login.heading")} href="/login" />
        </p>
      </>
    );
  }
  const refusal = result?.refusal ?? null;
  return (
    <>
      {result && !refusal && <Notice kind="success">{t("forgot.sent", { email: result.email })}</Notice>}
      <PageHeading title={t("forgot.heading")} lead={t("forgot.lead")} />
      <RefusableForm reloadDocument draft="forgot-password" heading={t("forgot.failed")} refusal={refusal}>
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
          <Submit label={t("forgot.submit")} look="primary" />
        </div>
      </RefusableForm>
    </>
  );
}
