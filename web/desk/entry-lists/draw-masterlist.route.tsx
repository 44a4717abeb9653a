import { data } from "react-router";
import { tickEntries } from "#src/entries/edit/tick-entries.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/draw-masterlist.route.ts";
import { keepColumns, readColumns } from "./columns/column-cookie.ts";
import { COLUMNS_NAME } from "./columns/columns.ts";
import { loadEntryList } from "./entry-list-page.ts";
import { MasterList } from "./master-list.tsx";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "as-guest" };

/** Before the code of a chosen entry, in the name of its box. */
const ENTRY = "entry.";

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const list = { path: "draw-masterlist", description: "desk:lists.masterDescription" } as const;
  const [page, desk] = await Promise.all([loadEntryList(args, scope, list), loadDeskHead(args, scope)]);
  const columns = readColumns(args.request, args.context);
  return { ...page, desk, columns };
}

/** Keeps the chosen columns, or ticks or unticks a rule for the chosen entries. */
export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  if (formText(form, "intent") === COLUMNS_NAME) {
    keepColumns(args.context, form.getAll(COLUMNS_NAME).map(String));
    return COLUMNS_NAME;
  }
  const wanted = {
    ruleId: formText(form, "ruleId"),
    done: formText(form, "intent") === "tick",
    entryCodes: [...form.keys()].filter((name) => name.startsWith(ENTRY)).map((name) => name.slice(ENTRY.length)),
  };
  const outcome = await attempt(args.context, () => tickEntries(args.context.get(siteContext), scope, wanted));
  if (outcome.ok) return { ...outcome.value, refusal: null };
  return data({ changed: 0, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function MasterListPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <MasterList
        list={loaderData}
        accessCode={params.accessCode}
        columns={loaderData.columns}
        result={actionData ?? null}
      />
    </>
  );
}
