import { data, redirectDocument } from "react-router";
import { setCookies, siteContext, visitorContext } from "#src/api/page-context.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { ACCOUNT_HEADERS } from "../../account.ts";
import { Register } from "../../components/account/register.tsx";
import { pageMeta } from "../../page-meta.ts";
import { typedPassword } from "../../views/account-form.ts";
import { attempt } from "../../views/attempt.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/register.ts";

// What was typed stays in the fields: no answer ever carries a password back.
export const handle = { hydrate: true, texts: ["accounts", "messages"] };

export function loader({ context }: Route.LoaderArgs) {
  const { productName, origin } = context.get(siteContext).config;
  const { language } = context.get(visitorContext);
  const description = sentence(language, { key: "accounts:register.description" });
  return { meta: { path: "register", productName, origin, canonicalPath: "/register", description } };
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
  setCookies(context, outcome.value);
  return redirectDocument("/", { status: 303, headers: ACCOUNT_HEADERS });
}

/** With JavaScript, a connection that breaks leaves the form as it is. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { username: "", email: "", refusal: null };
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  ...ACCOUNT_HEADERS,
});

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  return <Register result={actionData ?? null} />;
}
