import { useTranslation } from "react-i18next";
import { Form, redirectDocument } from "react-router";
import { accept } from "#src/base/outcome.ts";
import { accountContext, setCookies, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { guestMark, signedInMark } from "#src/http/signed-in-cookie.ts";
import { EMAIL, TextField } from "../../forms/fields.tsx";
import { ErrorSummary } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { nextOf, registerFor } from "../../requests/safe-next.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/login.route.ts";
import { passwordHelp } from "./account-form.ts";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { PASSWORD } from "./new-password.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export const loader = siteLoader("accounts:login.description", async ({ request, context, url, site, meta }) => {
  const account = await context.get(accountContext)();
  const next = nextOf(request);
  const done = DONE.find((one) => one === url.searchParams.get("done")) ?? null;
  // Somebody who is sent here while signed in needs another account, and is asked for it.
  if (account && next === null && done !== "password") throw redirectDocument("/admin-raffle-list", 303);
  // Removes the signed-in cookie that an expired session leaves behind.
  if (!account) setCookies(context, guestMark(context.get(visitorContext).cookie, site.config.origin));
  const signedInAs = account?.username ?? null;
  return { next, signedInAs, done, help: passwordHelp(site.config), meta: { ...meta, listed: false } };
});

/** What the person did before they came here, which the page then confirms. */
const DONE = ["password", "deleted"] as const;

/** The next step of the login, before the person reaches their page. */
const STEPS = { code: "/login-code", enrol: "/second-factor" } as const;

export const action = siteAction({
  read: (form) => ({ email: formText(form, "email") }),
  change: async ({ request, context, site, form, typed }) => {
    const typedIn = { email: typed.email, password: formText(form, "password") };
    const signedIn = await site.accounts.signIn(context.get(visitorContext), typedIn);
    if (!signedIn.ok) return signedIn;
    const { cookies, next } = signedIn.value;
    setCookies(context, next === "code" ? cookies : [...cookies, signedInMark(site.config.origin)]);
    const to = nextOf(request) ?? "/";
    return accept(redirectDocument(next === "done" ? to : `${STEPS[next]}?next=${encodeURIComponent(to)}`, 303));
  },
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The screen on which a person signs in. It says why, if another page redirected here. */
export default function Login({ loaderData, actionData: result }: Route.ComponentProps) {
  const { next, done, help } = loaderData;
  const { t } = useTranslation("accounts");
  const refusal = result?.refusal;
  return (
    <>
      {!result && done && <Notice kind="success">{t(done === "password" ? "reset.done" : "login.deleted")}</Notice>}
      {!result && !done && <Reason {...loaderData} />}
      <PageHeading title={t("login.heading")} lead={t("login.lead")} />
      <Form method="post" noValidate reloadDocument className="form" data-draft="login" data-failed={t("login.failed")}>
        {refusal && <ErrorSummary heading={t("login.failed")} refusal={{ ...refusal, errors: {} }} />}
        <div className="form-section">
          <TextField
            {...EMAIL}
            label={t("login.email")}
            defaultValue={result?.typed.email ?? ""}
            autoComplete="username"
            required
          />
          <TextField {...PASSWORD} label={t("login.password")} autoComplete="current-password" />
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

/** Why somebody stands here who came from another page. */
function Reason({ next, signedInAs }: Pick<Route.ComponentProps["loaderData"], "next" | "signedInAs">) {
  const { t } = useTranslation("accounts");
  if (signedInAs !== null) return <Notice kind="info">{t("login.wrongRole", { username: signedInAs })}</Notice>;
  return next === null ? null : <Notice kind="info">{t("login.next")}</Notice>;
}
