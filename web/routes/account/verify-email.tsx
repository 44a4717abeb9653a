import { data } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { ACCOUNT_HEADERS } from "../../account.ts";
import { type Verification, VerifyEmail } from "../../components/account/verify-email.tsx";
import { pageMeta } from "../../page-meta.ts";
import { mailToken } from "../../views/account-form.ts";
import { attempt } from "../../views/attempt.ts";
import { refusalStatus } from "../../views/refusal-view.ts";
import type { Route } from "./+types/verify-email.ts";

/** Opening the link does nothing yet: the programs that check mails do so too. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { productName, origin } = context.get(siteContext).config;
  const description = sentence(context.get(visitorContext).language, { key: "accounts:verify.description" });
  const state: Verification = mailToken(request) === "" ? "invalid" : "asking";
  return {
    state,
    meta: { path: "verify-email", productName, origin, canonicalPath: "/verify-email", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { accounts } = context.get(siteContext);
  const outcome = await attempt(context, () => accounts.verifyEmail(mailToken(request)));
  if (outcome.ok) return data<Verification>("verified");
  const state: Verification = outcome.refusal.reason === "link-invalid" ? "invalid" : "failed";
  return data(state, refusalStatus(outcome.refusal));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  ...ACCOUNT_HEADERS,
});

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyEmail state={actionData ?? loaderData.state} />;
}
