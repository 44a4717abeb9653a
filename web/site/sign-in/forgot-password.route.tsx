import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/forgot-password.route.ts";
import { passwordHelp } from "./account-form.ts";
import { ForgotPassword } from "./forgot-password.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const description = translate(context.get(visitorContext).language, { key: "accounts:forgot.description" });
  return {
    ...passwordHelp(config),
    meta: { path: "forgot-password", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { accounts, config } = context.get(siteContext);
  if (config.smtp === undefined) return null;
  const visitor = context.get(visitorContext);
  const form = await readForm(request, visitor.language);
  const email = formText(form, "email");
  const outcome = await attempt(context, () => accounts.askForReset(visitor, email), form);
  return outcome.ok
    ? data({ email, refusal: null })
    : data({ email, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sendsMail, operatorEmail } = loaderData;
  return <ForgotPassword sendsMail={sendsMail} operatorEmail={operatorEmail} result={actionData ?? null} />;
}
