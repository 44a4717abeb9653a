import { accept } from "#src/base/outcome.ts";
import { tickEntries } from "#src/entries/edit/tick-entries.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { keepColumns, readColumns } from "./columns/column-cookie.ts";
import { COLUMNS_NAME } from "./columns/columns.ts";
import { loadEntryList } from "./entry-list-page.ts";
import { MasterList } from "./master-list.tsx";

export const handle: PageHandle = { forms: true };

/** Before the code of a chosen entry, in the name of its box. */
const ENTRY = "entry.";

export const loader = deskLoader("desk:lists.masterDescription", async (screen) => ({
  list: await loadEntryList(screen, { withSource: true }),
  columns: readColumns(screen.request, screen.context),
}));

/** Keeps the chosen columns, or ticks or unticks a rule for the chosen entries. */
export const action = deskAction({
  read: (form) => ({
    ruleId: formText(form, "ruleId"),
    entryCodes: [...form.keys()].filter((name) => name.startsWith(ENTRY)).map((name) => name.slice(ENTRY.length)),
  }),
  change: async ({ context, deps, scope, form, intent, typed }) => {
    if (intent !== COLUMNS_NAME) return tickEntries(deps, scope, { ...typed, done: intent === "tick" });
    keepColumns(context, form.getAll(COLUMNS_NAME).map(String));
    return accept(null);
  },
});

export default MasterList;
