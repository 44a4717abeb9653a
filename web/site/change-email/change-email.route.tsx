import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { findAddresses } from "#src/accounts/own-account/change-email.ts";
import { accept } from "#src/base/outcome.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { EMAIL, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { PASSWORD } from "../sign-in/new-password.tsx";
import type { Route } from "./+types/change-email.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("accounts:newEmail.description", async ({ site, scope, url }) => ({
  email: scope.email,
  awaited: (await findAddresses(site.db, scope.userId))?.newEmail ?? null,
  isDone: url.searchParams.get("done") === "changed",
  sendsMail: site.config.smtp !== undefined,
}));

export const action = accountAction({
  read: (form) => ({ email: formText(form, "email") }),
  change: async ({ site, context, scope, form, typed }) => {
    const { address, solution, language } = context.get(visitorContext);
    const password = formText(form, "password");
    const changed = await site.accounts.changeEmail(scope, { ...typed, password, address, solution, language });
    return changed.ok ? accept(redirectDocument(`/change-email?done=${changed.value}`, 303)) : changed;
  },
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Asks for another address and the password, and says which address is still to be proved. */
export default function ChangeEmail({ loaderData, actionData: result }: Route.ComponentProps) {
  const { email, awaited, isDone, sendsMail } = loaderData;
  const { t } = useTranslation("accounts");
  const refusal = result?.refusal ?? null;
  if (isDone && !awaited && !result) {
    return (
      <>
        <PageHeading title={t("newEmail.heading")} />
        <Notice kind="success">{t("newEmail.changed", { email })}</Notice>
        <ButtonLink label={t("verify.profile")} look="primary" href="/profile" />
      </>
    );
  }
  return (
    <>
      {awaited && !result && (
        <Notice kind="info">
          {t("newEmail.waiting", { email: awaited, old: email })} {!sendsMail && t("newEmail.noMailNow")}{" "}
          {t("newEmail.stop")}
        </Notice>
      )}
      <PageHeading title={t("newEmail.heading")} lead={email} />
      <RefusableForm
        draft="change-email"
        heading={t("newEmail.failed")}
        refusal={refusal}
        nameOf={(field) => (field === "email" ? t("newEmail.new") : field === "password" ? t("profile.current") : null)}
      >
        <FormSection title={t("profile.email")} hint={t(sendsMail ? "newEmail.proof" : "newEmail.noProof")}>
          <TextField {...EMAIL} label={t("newEmail.new")} defaultValue={result?.typed.email} required />
          <TextField {...PASSWORD} label={t("profile.current")} autoComplete="current-password" />
          <Submit label={t("newEmail.submit")} look="primary" />
        </FormSection>
      </RefusableForm>
      <p>
        <a href="/profile">{t("verify.profile")}</a>
      </p>
    </>
  );
}
