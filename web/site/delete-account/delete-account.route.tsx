import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { listNeedingOwner } from "#src/access/team/leave-all.ts";
import { accept } from "#src/base/outcome.ts";
import { forgetBrowser } from "#src/http/clear-site-data.ts";
import { setCookies, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { guestMark } from "#src/http/signed-in-cookie.ts";
import { TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { accountAction, accountLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { PASSWORD } from "../sign-in/new-password.tsx";
import type { Route } from "./+types/delete-account.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = accountLoader("accounts:deletion.description", async ({ site, scope }) => ({
  email: scope.email,
  isAdmin: scope.role === "admin",
  needOwner: await listNeedingOwner(site.db, scope, site.clock()),
}));

export const action = accountAction({
  read: () => null,
  change: async ({ site, context, scope, form }) => {
    const visitor = context.get(visitorContext);
    const { address, solution } = visitor;
    const password = formText(form, "password");
    const deleted = await site.accounts.deleteAccount(scope, { password, address, solution });
    if (!deleted.ok) return deleted;
    setCookies(context, [...(await site.accounts.signOut(visitor)), ...guestMark(visitor.cookie, site.config.origin)]);
    return accept(redirectDocument("/login?done=deleted", { status: 303, headers: forgetBrowser(visitor.cookie) }));
  },
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Asks for the password, and says what goes with an account and what stays. */
export default function DeleteAccount({ loaderData, actionData: result }: Route.ComponentProps) {
  const { email, isAdmin, needOwner } = loaderData;
  const { t } = useTranslation("accounts");
  const isFree = !isAdmin && needOwner.length === 0;
  return (
    <>
      <PageHeading title={t("deletion.heading")} lead={email} />
      {isAdmin && <Notice kind="info">{t("deletion.admin")}</Notice>}
      {!isAdmin && needOwner.length > 0 && <NeedOwner raffles={needOwner} />}
      {isFree && (
        <RefusableForm heading={t("deletion.failed")} refusal={result?.refusal ?? null}>
          <FormSection title={t("deletion.goes")}>
            <p>{t("deletion.data")}</p>
            <p>{t("deletion.raffles")}</p>
            <p>{t("deletion.log")}</p>
            <p>
              <a href="/profile/data">{t("profile.download")}</a>
            </p>
          </FormSection>
          <FormSection title={t("deletion.sure")} hint={t("deletion.final")}>
            <input type="hidden" name="email" autoComplete="username" value={email} />
            <TextField {...PASSWORD} label={t("profile.current")} autoComplete="current-password" />
            <Submit label={t("deletion.submit")} look="primary" />
          </FormSection>
        </RefusableForm>
      )}
      <p>
        <a href="/profile">{t("verify.profile")}</a>
      </p>
    </>
  );
}

/** The raffles that somebody else has to take first, each with the way there. */
function NeedOwner({ raffles }: { readonly raffles: Route.ComponentProps["loaderData"]["needOwner"] }) {
  const { t } = useTranslation("accounts");
  return (
    <div className="form">
      <FormSection title={t("deletion.needTitle")}>
        <p>{t("deletion.needOwner")}</p>
        <ul>
          {raffles.map(({ codeId, name }) => (
            <li key={codeId}>
              <a href={`/people/${codeId}/-`}>{name}</a>
            </li>
          ))}
        </ul>
        <p>{t("deletion.needOwnerWhy")}</p>
        <p className="hint">{t("deletion.needOwnerUntil")}</p>
      </FormSection>
    </div>
  );
}
