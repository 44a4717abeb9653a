import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { refusalStatus } from "../../requests/refusals/refusal-view.ts";
import { mailToken } from "../sign-in/account-form.ts";
import type { Route } from "./+types/verify-email.route.ts";
import { type Verification, VerifyEmail } from "./verify-email.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** A GET request changes nothing: programs that scan mails open the link too. */
export function loader({ request, context }: Route.LoaderArgs) {
  const description = translate(context.get(visitorContext).language, { key: "accounts:verify.description" });
  const state: Verification = mailToken(request) === "" ? "invalid" : "asking";
  return {
    state,
    meta: { path: "verify-email", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { accounts } = context.get(siteContext);
  const outcome = await attempt(context, () => accounts.verifyEmail(mailToken(request)));
  if (outcome.ok) return data<Verification>("verified");
  const state: Verification = outcome.refusal.reason === "link-invalid" ? "invalid" : "failed";
  return data(state, refusalStatus(outcome.refusal));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyEmail state={actionData ?? loaderData.state} />;
}
