import { data, redirectDocument } from "react-router";
import { accountContext, setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { guestMark, signedInMark } from "#src/http/signed-in-cookie.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { nextOf } from "../../requests/safe-next.ts";
import type { Route } from "./+types/login.route.ts";
import { passwordHelp } from "./account-form.ts";
import { Login } from "./login.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { origin } = config;
  const { language } = context.get(visitorContext);
  const account = await context.get(accountContext)();
  const { cookie } = context.get(visitorContext);
  const isReset = new URL(request.url).searchParams.get("done") === "password";
  // Somebody who is sent here while signed in needs another account, and is asked for it.
  if (account && nextOf(request) === null && !isReset) {
    throw redirectDocument("/admin-raffle-list", 303);
  }
  // Removes the signed-in cookie that an expired session leaves behind.
  if (!account) setCookies(context, guestMark(cookie, origin));
  const description = translate(language, { key: "accounts:login.description" });
  return {
    next: nextOf(request),
    signedInAs: account?.username ?? null,
    isReset,
    help: passwordHelp(config),
    meta: { path: "login", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  const form = await readForm(request, visitor.language);
  const email = formText(form, "email");
  const password = formText(form, "password");
  const { accounts, config } = context.get(siteContext);
  const outcome = await attempt(context, () => accounts.signIn(visitor, { email, password }), form);
  if (!outcome.ok) return data({ email, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  const { cookies, next } = outcome.value;
  setCookies(context, next === "code" ? cookies : [...cookies, signedInMark(config.origin)]);
  const to = nextOf(request) ?? "/";
  return redirectDocument(next === "done" ? to : `${STEPS[next]}?next=${encodeURIComponent(to)}`, 303);
}

/** The next step of the login, before the person reaches their page. */
const STEPS = { code: "/login-code", enrol: "/second-factor" } as const;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { meta: _meta, ...shown } = loaderData;
  return <Login {...shown} result={actionData ?? null} />;
}
