import { data } from "react-router";
import { decideOnEntry } from "#src/draws/checking/disqualify.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/check-entries.route.ts";
import { CheckEntries } from "./check-entries.tsx";
import { loadCheck } from "./check-entries-page.ts";
import type { DecisionResult } from "./decision-result.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  return loadCheck(args, scope);
}

export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const decision = {
    entryCode: formText(form, "entryCode"),
    action: formText(form, "intent") === "reinstate-entry" ? "reinstate-entry" : "disqualify-entry",
    reason: formText(form, "reason"),
  } as const;
  const site = args.context.get(siteContext);
  const outcome = await attempt(args.context, () => decideOnEntry(site, scope, decision), form);
  if (outcome.ok) return data<DecisionResult>({ ...decision, person: outcome.value, refusal: null });
  const refusal = refusalView(outcome.refusal);
  return data<DecisionResult>({ ...decision, person: null, refusal }, refusalStatus(outcome.refusal));
}

export default function CheckEntriesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return <CheckEntries check={loaderData} accessCode={params.accessCode} result={actionData ?? null} />;
}
