import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { MAX_EMAIL, MAX_USERNAME } from "#src/access/limits.ts";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TextField } from "../../forms/text-field.tsx";
import type { RefusalView } from "../../views/refusal-view.ts";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { NewPassword } from "./new-password.tsx";

type RegisterProps = {
  /** No refusal: the connection broke. */
  readonly result: { readonly username: string; readonly email: string; readonly refusal: RefusalView | null } | null;
};

/** The screen on which somebody makes an account. */
export function Register({ result }: RegisterProps) {
  const { t } = useTranslation("accounts");
  const busy = useNavigation().state !== "idle";
  const refusal = result?.refusal ?? null;
  return (
    <>
      <PageHeading title={t("register.heading")} lead={t("register.lead")} />
      <Form method="post" noValidate className="form">
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          {refusal && (
            <ErrorSummary
              heading={t(refusal.reason === "failed" ? "register.broke" : "register.failed")}
              refusal={refusal}
            />
          )}
          {result && !refusal && <Notice kind="error">{t("register.offline")}</Notice>}
          <div className="form-section">
            <TextField
              name="username"
              label={t("register.username")}
              hint={t("register.usernameHint")}
              maxLength={MAX_USERNAME}
              defaultValue={result?.username ?? ""}
              autoComplete="nickname"
              required
            />
            <TextField
              name="email"
              type="email"
              label={t("register.email")}
              hint={t("register.emailHint")}
              maxLength={MAX_EMAIL}
              defaultValue={result?.email ?? ""}
              autoComplete="username"
              autoCapitalize="none"
              required
            />
            <NewPassword label={t("register.password")} isGuessable={refusal?.reason === "common-password"} />
            <button type="submit" className="button button-primary" aria-disabled={busy} aria-busy={busy}>
              {t(busy ? "register.submitting" : "register.submit")}
            </button>
            <p className="hint">
              {t("register.hasAccount")} <a href="/login">{t("register.login")}</a>
            </p>
          </div>
        </FormErrorsProvider>
      </Form>
    </>
  );
}
