import { data, redirectDocument } from "react-router";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { signedInMark } from "#src/http/signed-in-cookie.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { loginFor, safeNext } from "../../requests/safe-next.ts";
import type { Route } from "./+types/login-code.route.ts";
import { LoginCode } from "./login-code.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** Only for a person who has just given the right password. Everybody else starts at the login page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  if (!(await accounts.awaitsCode(context.get(visitorContext)))) throw toLogin(request);
  const description = translate(language, { key: "accounts:code.description" });
  return {
    meta: { path: "login-code", description, listed: false },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  const { accounts, config } = context.get(siteContext);
  const code = formText(await readForm(request, visitor.language), "code");
  const outcome = await attempt(context, () => accounts.finishSignIn(visitor, code));
  if (outcome.ok) {
    setCookies(context, [signedInMark(config.origin)]);
    return redirectDocument(nextOf(request), 303);
  }
  if (outcome.refusal.reason === "sign-in-over") throw toLogin(request);
  return data({ refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

function nextOf(request: Request): string {
  return safeNext(new URL(request.url).searchParams.get("next"));
}

function toLogin(request: Request): Response {
  return redirectDocument(loginFor(nextOf(request)), 303);
}

export default function LoginCodePage({ actionData }: Route.ComponentProps) {
  return <LoginCode refusal={actionData?.refusal ?? null} />;
}
