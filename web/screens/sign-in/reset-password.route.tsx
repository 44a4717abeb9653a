import { data, redirectDocument } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { ACCOUNT_HEADERS } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/reset-password.route.ts";
import { mailToken, typedPassword } from "./account-form.ts";
import { ResetPassword } from "./reset-password.tsx";

// Typed passwords stay in the browser's fields. No response ever contains a password.
export const handle: PageHandle = { hydrate: true, texts: ["accounts", "messages"], personal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts, config } = context.get(siteContext);
  const { productName, origin } = config;
  const description = translate(context.get(visitorContext).language, { key: "accounts:reset.description" });
  return {
    isOpen: await accounts.isResetOpen(mailToken(request)),
    meta: { path: "reset-password", productName, origin, canonicalPath: "/reset-password", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { accounts } = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const outcome = await attempt(context, () => accounts.resetPassword(mailToken(request), typedPassword(form)));
  if (!outcome.ok) return data({ refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  return redirectDocument("/login?done=password", { status: 303, headers: ACCOUNT_HEADERS });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  ...ACCOUNT_HEADERS,
});

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPassword isOpen={loaderData.isOpen} result={actionData ?? null} />;
}
