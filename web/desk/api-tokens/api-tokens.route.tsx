import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { accountFor } from "../../requests/account.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/api-tokens.route.ts";
import { ApiTokens } from "./api-tokens.tsx";
import { changeTokens, loadTokens, type TokenResult, typedToken } from "./api-tokens-page.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  return loadTokens(args.context, await accountFor(args));
}

export async function action(args: Route.ActionArgs) {
  const account = await accountFor(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await changeTokens(args.context, account, form);
  if (outcome.ok) return data<TokenResult>(outcome.value);
  const refusal = refusalView(outcome.refusal);
  return data<TokenResult>({ is: "refused", refusal, typed: typedToken(form) }, refusalStatus(outcome.refusal));
}

export default function ApiTokensPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ApiTokens view={loaderData} result={actionData ?? null} />;
}
