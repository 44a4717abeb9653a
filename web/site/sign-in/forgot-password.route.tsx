import { useTranslation } from "react-i18next";
import { accept } from "#src/base/outcome.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { EMAIL, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/forgot-password.route.ts";
import { passwordHelp } from "./account-form.ts";
import { AskOperator } from "./forgotten-password.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = siteLoader("accounts:forgot.description", ({ site, meta }) => ({
  ...passwordHelp(site.config),
  meta: { ...meta, listed: false },
}));

/** Mails a link to set a new password, if such an account exists. The answer does not say whether it does. */
export const action = siteAction({
  read: (form) => ({ email: formText(form, "email") }),
  change: async ({ site, context, typed }) =>
    site.config.smtp ? site.accounts.askForReset(context.get(visitorContext), typed.email) : accept(undefined),
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The screen on which a person requests a mail to set a new password. */
export default function ForgotPassword({ loaderData, actionData: result }: Route.ComponentProps) {
  const { sendsMail, operator } = loaderData;
  const { t } = useTranslation("accounts");
  if (!sendsMail) {
    return (
      <>
        <PageHeading title={t("forgot.heading")} lead={t("forgot.noMail")} />
        <AskOperator {...operator} />
        <p>
          <ButtonLink label={t("login.heading")} href="/login" />
        </p>
      </>
    );
  }
  return (
    <>
      {result && !result.refusal && <Notice kind="success">{t("forgot.sent", { email: result.typed.email })}</Notice>}
      <PageHeading title={t("forgot.heading")} lead={t("forgot.lead")} />
      <RefusableForm reloadDocument draft="forgot-password" heading={t("forgot.failed")} refusal={result?.refusal}>
        <div className="form-section">
          <TextField
            {...EMAIL}
            label={t("login.email")}
            hint={t("forgot.emailHint")}
            defaultValue={result?.typed.email ?? ""}
            autoComplete="username"
            required
          />
          <Submit label={t("forgot.submit")} look="primary" />
        </div>
      </RefusableForm>
      <p>
        <a href="/login">{t("login.heading")}</a>
      </p>
    </>
  );
}
