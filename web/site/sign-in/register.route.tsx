import { data, redirectDocument } from "react-router";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { signedInMark } from "#src/http/signed-in-cookie.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { loginFor, nextOf } from "../../requests/safe-next.ts";
import type { Route } from "./+types/register.route.ts";
import { typedPassword } from "./account-form.ts";
import { Register } from "./register.tsx";

// Typed passwords stay in the browser's fields. No response ever contains a password.
export const handle: PageHandle = { hydrate: true, texts: ["accounts", "messages"], personal: true };

export function loader({ request, context }: Route.LoaderArgs) {
  const { language } = context.get(visitorContext);
  const description = translate(language, { key: "accounts:register.description" });
  return {
    login: loginFor(nextOf(request)),
    meta: { path: "register", description },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const form = await readForm(request, visitor.language);
  const username = formText(form, "username");
  const email = formText(form, "email");
  const typed = { username, email, ...typedPassword(form) };
  const outcome = await attempt(context, () => site.accounts.register(visitor, typed));
  if (!outcome.ok) {
    return data({ username, email, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
  }
  setCookies(context, [...outcome.value, signedInMark(site.config.origin)]);
  return redirectDocument(nextOf(request) ?? "/", 303);
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Register login={loaderData.login} result={actionData ?? null} />;
}
