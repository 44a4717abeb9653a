import { data, redirectDocument } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { ACCOUNT_HEADERS } from "../../account.ts";
import { ResetPassword } from "../../components/account/reset-password.tsx";
import { pageMeta } from "../../page-meta.ts";
import { mailToken, typedPassword } from "../../views/account-form.ts";
import { attempt } from "../../views/attempt.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/reset-password.ts";

// What was typed stays in the fields: no answer ever carries a password back.
export const handle = { hydrate: true, texts: ["accounts", "messages"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts, config } = context.get(siteContext);
  const { productName, origin } = config;
  const description = sentence(context.get(visitorContext).language, { key: "accounts:reset.description" });
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

/** With JavaScript, a connection that breaks leaves the form as it is. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { refusal: null };
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  ...ACCOUNT_HEADERS,
});

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPassword isOpen={loaderData.isOpen} result={actionData ?? null} />;
}
