import { data } from "react-router";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { attempt } from "../../requests/attempt.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { formText } from "../../requests/form-text.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus } from "../../requests/refusals/refusal-view.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/draw-list.route.ts";
import { DrawList } from "./draw-list.tsx";
import { loadEntryList } from "./entry-list-page.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
  personal: true,
  leavesDesk: "as-guest",
};

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const list = { path: "draw-list", description: "desk:lists.drawDescription" } as const;
  const [page, desk] = await Promise.all([loadEntryList(args, scope, list), loadDeskHead(args, scope)]);
  return data({ ...page, desk }, { headers: ORGANISER_HEADERS });
}

/** The page itself asks for confirmation before deleting an entry, which works without JavaScript. */
export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const entryCode = formText(form, "entryCode");
  if (formText(form, "intent") !== "delete") return { asked: entryCode, deleted: null, failed: false };
  const site = args.context.get(siteContext);
  const outcome = await attempt(args.context, () => deleteEntry(site, scope, entryCode));
  if (outcome.ok) return { asked: null, deleted: outcome.value, failed: false };
  return data({ asked: null, deleted: null, failed: true }, refusalStatus(outcome.refusal));
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function DrawListPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <DrawList list={loaderData} accessCode={params.accessCode} result={actionData ?? null} />
    </>
  );
}
