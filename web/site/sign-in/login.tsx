import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { MAX_EMAIL, MAX_PASSWORD } from "#src/accounts/limits.ts";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { registerFor } from "../../requests/safe-next.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ForgottenPassword, type PasswordHelp } from "./forgotten-password.tsx";

type LoginProps = {
  /** The page that required the login, if any. */
  readonly next: string | null;
  readonly signedInAs: string | null;
  /** Set when the person has just set a new password. */
  readonly isReset: boolean;
  readonly help: PasswordHelp;
  readonly result: { readonly email: string; readonly refusal: RefusalView } | null;
};

/** The screen on which a person signs in. It says why, if another page redirected here. */
export function Login({ next, signedInAs, isReset, help, result }: LoginProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      {!result && isReset && <Notice kind="success">{t("reset.done")}</Notice>}
      {!result && !isReset && <Reason next={next} signedInAs={signedInAs} />}
      <PageHeading title={t("login.heading")} lead={t("login.lead")} />
      <Form method="post" noValidate reloadDocument className="form" data-draft="login" data-failed={t("login.failed")}>
        {result && <ErrorSummary heading={t("login.failed")} refusal={{ ...result.refusal, errors: {} }} />}
        <div className="form-section">
          <TextField
            name="email"
            type="email"
            label={t("login.email")}
            maxLength={MAX_EMAIL}
            defaultValue={result?.email ?? ""}
            autoComplete="username"
            autoCapitalize="none"
            required
          />
          <TextField
            name="password"
            type="password"
            label={t("login.password")}
            maxLength={MAX_PASSWORD}
            autoComplete="current-password"
            required
          />
          <Submit label={t("login.submit")} look="primary" />
          <ForgottenPassword {...help} />
          <p className="hint">
            {t("login.noAccount")} <a href={registerFor(next)}>{t("login.register")}</a>
          </p>
        </div>
      </Form>
    </>
  );
}

function Reason({ next, signedInAs }: Pick<LoginProps, "next" | "signedInAs">) {
  const { t } = useTranslation("accounts");
  if (signedInAs !== null) {
    return <Notice kind="info">{t("login.wrongRole", { username: signedInAs })}</Notice>;
  }
  return next === null ? null : <Notice kind="info">{t("login.next")}</Notice>;
}
