import { data } from "react-router";
import { tickEntries } from "#src/entries/edit/tick-entries.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/draw-masterlist.route.ts";
import { keepColumns, readColumns } from "./columns/column-cookie.ts";
import { COLUMNS_NAME } from "./columns/columns.ts";
import { loadEntryList } from "./entry-list-page.ts";
import { MasterList } from "./master-list.tsx";

export const handle: PageHandle = { forms: true };

/** Before the code of a chosen entry, in the name of its box. */
const ENTRY = "entry.";

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  const list = { path: "draw-masterlist", description: "desk:lists.masterDescription" } as const;
  const columns = readColumns(args.request, args.context);
  return { ...(await loadEntryList(args, scope, list)), columns };
}

/** Keeps the chosen columns, or ticks or unticks a rule for the chosen entries. */
export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
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
      <MasterList
        list={loaderData}
        accessCode={params.accessCode}
        columns={loaderData.columns}
        result={actionData ?? null}
      />
    </>
  );
}
