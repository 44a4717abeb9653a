import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { accept } from "#src/base/outcome.ts";
import { setCookies, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { signedInMark } from "#src/http/signed-in-cookie.ts";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { loginFor, safeNext } from "../../requests/safe-next.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/login-code.route.ts";
import { CodeField } from "./code-field.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** Only for a person who has just given the right password. Everybody else starts at the login page. */
export const loader = siteLoader("accounts:code.description", async ({ site, context, url, meta }) => {
  if (!(await site.accounts.awaitsCode(context.get(visitorContext)))) throw toLogin(url);
  return { meta: { ...meta, listed: false } };
});

export const action = siteAction({
  read: () => null,
  change: async ({ site, context, url, form }) => {
    const signedIn = await site.accounts.finishSignIn(context.get(visitorContext), formText(form, "code"));
    if (!signedIn.ok) return signedIn.refusal.reason === "sign-in-over" ? accept(toLogin(url)) : signedIn;
    setCookies(context, [signedInMark(site.config.origin)]);
    return accept(redirectDocument(nextOf(url), 303));
  },
});

function nextOf({ searchParams }: URL): string {
  return safeNext(searchParams.get("next"));
}

function toLogin(url: URL): Response {
  return redirectDocument(loginFor(nextOf(url)), 303);
}

/** The second step of a login: the code from the phone's app. */
export default function LoginCode({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <PageHeading title={t("code.heading")} lead={t("code.lead")} />
      <RefusableForm failed={t("login.failed")} refusal={actionData?.refusal}>
        <div className="form-section">
          <CodeField label={t("code.label")} hint={t("code.hint")} />
          <Submit label={t("login.submit")} look="primary" />
          <p className="hint">{t("code.lost")}</p>
        </div>
      </RefusableForm>
    </>
  );
}
