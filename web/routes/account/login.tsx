import { data, redirectDocument } from "react-router";
import { accountContext, setCookies, siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { ACCOUNT_HEADERS } from "../../account.ts";
import { Login } from "../../components/account/login.tsx";
import { pageMeta } from "../../page-meta.ts";
import { passwordHelp } from "../../views/account-form.ts";
import { attempt } from "../../views/attempt.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import { safeNext } from "../../views/safe-next.ts";
import type { Route } from "./+types/login.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const { productName, origin } = config;
  const { language } = context.get(visitorContext);
  const account = await context.get(accountContext)();
  const description = sentence(language, { key: "accounts:login.description" });
  return {
    next: nextOf(request),
    signedInAs: account?.username ?? null,
    isReset: new URL(request.url).searchParams.get("done") === "password",
    help: passwordHelp(config),
    meta: { path: "login", productName, origin, canonicalPath: "/login", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  const form = await readForm(request, visitor.language);
  const email = formText(form, "email");
  const password = formText(form, "password");
  const { accounts } = context.get(siteContext);
  const outcome = await attempt(context, () => accounts.signIn(visitor, { email, password }));
  if (!outcome.ok) return data({ email, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  setCookies(context, outcome.value);
  return redirectDocument(nextOf(request) ?? "/", { status: 303, headers: ACCOUNT_HEADERS });
}

/** The page that asked for the login: it stands in the address, also of the form. */
function nextOf(request: Request): string | null {
  return safeNext(new URL(request.url).searchParams.get("next"), "") || null;
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  ...ACCOUNT_HEADERS,
});

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { meta: _meta, ...shown } = loaderData;
  return <Login {...shown} result={actionData ?? null} />;
}
