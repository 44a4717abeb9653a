import { data } from "react-router";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { listDeletions, undoDeletion } from "#src/entries/edit/undo-deletion.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/draw-list.route.ts";
import { DrawList, type DrawListResult, NO_RESULT } from "./draw-list.tsx";
import { loadEntryList } from "./entry-list-page.ts";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["desk", "raffles", "messages"],
};

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  const { db, clock } = args.context.get(siteContext);
  const list = { path: "draw-list", description: "desk:lists.drawDescription" } as const;
  const [page, held] = await Promise.all([loadEntryList(args, scope, list), listDeletions(db, scope, clock)]);
  return { ...page, held };
}

/**
 * Deletes an entry, or undoes that. The page itself asks for confirmation before deleting an entry, which works without
 * JavaScript.
 */
export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const site = args.context.get(siteContext);
  const entryCode = formText(form, "entryCode");
  switch (formText(form, "intent")) {
    case "delete": {
      const outcome = await attempt(args.context, () => deleteEntry(site, scope, entryCode));
      return outcome.ok ? answer({ deleted: outcome.value }) : refused("delete", outcome.refusal);
    }
    case "undo": {
      const outcome = await attempt(args.context, () => undoDeletion(site, scope, formText(form, "entryId")));
      return outcome.ok ? answer({ restored: outcome.value }) : refused("undo", outcome.refusal);
    }
    default:
      return answer({ asked: entryCode });
  }
}

const answer = (result: Partial<DrawListResult>): DrawListResult => ({ ...NO_RESULT, ...result });

function refused(failed: "delete" | "undo", refusal: Parameters<typeof refusalView>[0]) {
  return data(answer({ failed, refusal: refusalView(refusal) }), refusalStatus(refusal));
}

export default function DrawListPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <DrawList list={loaderData} held={loaderData.held} accessCode={params.accessCode} result={actionData ?? null} />
  );
}
