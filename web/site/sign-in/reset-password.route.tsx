import { data, redirectDocument } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/reset-password.route.ts";
import { mailToken, typedPassword } from "./account-form.ts";
import { ResetPassword } from "./reset-password.tsx";

// Typed passwords stay in the browser's fields. No response ever contains a password.
export const handle: PageHandle = { hydrate: true, texts: ["accounts", "messages"], personal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts } = context.get(siteContext);
  const description = translate(context.get(visitorContext).language, { key: "accounts:reset.description" });
  return {
    isOpen: await accounts.isResetOpen(mailToken(request)),
    meta: { path: "reset-password", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { accounts } = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const outcome = await attempt(context, () => accounts.resetPassword(mailToken(request), typedPassword(form)));
  if (!outcome.ok) return data({ refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  return redirectDocument("/login?done=password", 303);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPassword isOpen={loaderData.isOpen} result={actionData ?? null} />;
}
