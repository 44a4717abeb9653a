import { useTranslation } from "react-i18next";
import { redirectDocument, useNavigation } from "react-router";
import { MAX_USERNAME } from "#src/accounts/limits.ts";
import { accept } from "#src/base/outcome.ts";
import { setCookies, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { signedInMark } from "#src/http/signed-in-cookie.ts";
import { EMAIL, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { isFailure } from "../../requests/refusals/site-failure.ts";
import { loginFor, nextOf } from "../../requests/safe-next.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/register.route.ts";
import { typedPassword } from "./account-form.ts";
import { NewPassword } from "./new-password.tsx";

// Typed passwords stay in the browser's fields. No response ever contains a password.
export const handle: PageHandle = { hydrate: true, texts: ["accounts", "messages"], personal: true };

export const loader = siteLoader("accounts:register.description", ({ request }) => ({
  /** The login page, for who has an account already. */
  login: loginFor(nextOf(request)),
}));

export const action = siteAction({
  read: (form) => ({ username: formText(form, "username"), email: formText(form, "email") }),
  change: async ({ request, context, site, form, typed }) => {
    const visitor = { ...context.get(visitorContext), solution: formText(form, "altcha") };
    const registered = await site.accounts.register(visitor, { ...typed, ...typedPassword(form) });
    if (!registered.ok) return registered;
    setCookies(context, [...registered.value, signedInMark(site.config.origin)]);
    return accept(redirectDocument(nextOf(request) ?? "/", 303));
  },
});

const FIELDS = ["username", "email", "password", "repeated"] as const;

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Register({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation("accounts");
  const busy = useNavigation().state !== "idle";
  const refusal = result?.refusal ?? null;
  return (
    <>
      <PageHeading title={t("register.heading")} lead={t("register.lead")} />
      <RefusableForm
        draft="register"
        failed={t("register.broke")}
        heading={t(isFailure(refusal) ? "register.broke" : "register.failed")}
        refusal={refusal}
        nameOf={(name) => {
          const field = FIELDS.find((each) => each === name);
          return field === undefined ? null : t(`register.${field}`);
        }}
      >
        <div className="form-section">
          <TextField
            name="username"
            label={t("register.username")}
            hint={t("register.usernameHint")}
            maxLength={MAX_USERNAME}
            defaultValue={result?.typed.username ?? ""}
            autoComplete="nickname"
            required
          />
          <TextField
            {...EMAIL}
            label={t("register.email")}
            hint={t("register.emailHint")}
            defaultValue={result?.typed.email ?? ""}
            autoComplete="username"
            required
          />
          <NewPassword label={t("register.password")} refusedFor={refusal?.reason} />
          <Submit
            label={t(busy ? "register.submitting" : "register.submit")}
            look="primary"
            aria-disabled={busy}
            aria-busy={busy}
          />
          <p className="hint">
            {t("register.hasAccount")} <a href={loaderData.login}>{t("register.login")}</a>
          </p>
        </div>
      </RefusableForm>
    </>
  );
}
