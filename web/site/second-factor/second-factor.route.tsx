import { data } from "react-router";
import { renderSVG } from "uqr";
import type { SharedSecret } from "#src/accounts/second-factor.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { accountFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { safeNext } from "../../requests/safe-next.ts";
import type { Route } from "./+types/second-factor.route.ts";
import { SecondFactor } from "./second-factor.tsx";
import { changeSecondFactor, secondFactorIntent } from "./second-factor-action.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  const account = await accountFor(args);
  const { accounts } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const since = await accounts.secondFactorSince(account);
  const description = translate(language, { key: "accounts:factor.description" });
  const path = "second-factor";
  return {
    email: account.email,
    since,
    isRequired: account.role === "admin",
    next: safeNext(new URL(args.request.url).searchParams.get("next"), "/profile"),
    meta: { path, description, listed: false },
  };
}

/** Secrets appear only in the response itself: the key until it is confirmed, then the backup codes. */
export async function action(args: Route.ActionArgs) {
  const account = await accountFor(args);
  const { context } = args;
  const { accounts } = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const form = await readForm(args.request, visitor.language);
  const intent = secondFactorIntent(form);
  const outcome = await attempt(context, () => changeSecondFactor(accounts, account, { intent, form, visitor }), form);
  if (outcome.ok) {
    const { shared, backupCodes } = outcome.value;
    return data({ intent, shared: shown(shared), backupCodes, refusal: null });
  }
  // After a mistyped code the setup continues with the same key.
  const shared = intent === "confirm" ? shown(await accounts.begunSecondFactor(account)) : null;
  const refusal = refusalView(outcome.refusal);
  return data({ intent, shared, backupCodes: null, refusal }, refusalStatus(outcome.refusal));
}

function shown(shared: SharedSecret | null) {
  return shared && { qrCode: renderSVG(shared.url, { border: 2 }), typed: shared.typed };
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SecondFactor {...loaderData} result={actionData ?? null} />;
}
