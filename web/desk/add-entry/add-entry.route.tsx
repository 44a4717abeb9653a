import { data } from "react-router";
import { addPaperEntry } from "#src/entries/paper/add-paper-entry.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { staffFor } from "../../requests/staff.ts";
import type { Route } from "./+types/add-entry.route.ts";
import { AddEntry } from "./add-entry.tsx";
import { type AddEntryResult, loadAddEntry, readSlip } from "./add-entry-page.ts";

export const handle: PageHandle = { forms: true, leavesDesk: "with-pass" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await staffFor(args, "add-entries");
  return loadAddEntry(args.context, scope);
}

export async function action(args: Route.ActionArgs) {
  const scope = await staffFor(args, "add-entries");
  const { context } = args;
  const site = context.get(siteContext);
  const form = await readForm(args.request, context.get(visitorContext).language);
  const slip = readSlip(form);
  const deps = { ...site, defaultRegion: site.config.defaultRegion };
  const outcome = await attempt(context, () => addPaperEntry(deps, scope, slip));
  if (outcome.ok) return data<AddEntryResult>({ added: outcome.value, slip, refusal: null });
  const refusal = refusalView(outcome.refusal);
  return data<AddEntryResult>({ added: null, slip, refusal }, refusalStatus(outcome.refusal));
}

export default function AddEntryPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { raffleCode, accessCode } = params;
  const entries = accessCode === undefined ? null : `/draw-list/${raffleCode}/${accessCode}`;
  return <AddEntry view={loaderData} entries={entries} result={actionData ?? null} />;
}
