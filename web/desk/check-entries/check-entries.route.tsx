import { data } from "react-router";
import { decideOnEntry } from "#src/draws/checking/disqualify.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/check-entries.route.ts";
import { CheckEntries } from "./check-entries.tsx";
import { loadCheck } from "./check-entries-page.ts";
import type { DecisionResult } from "./decision-result.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const [page, desk] = await Promise.all([loadCheck(args, scope), loadDeskHead(args, scope)]);
  return { ...page, desk };
}

export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
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
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <CheckEntries check={loaderData} accessCode={params.accessCode} result={actionData ?? null} />
    </>
  );
}
