import { accept } from "#src/base/outcome.ts";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { listDeletions, undoDeletion } from "#src/entries/edit/undo-deletion.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { loadEntryList } from "../listed-entries/listed-entries.ts";
import { DrawList } from "./draw-list.tsx";

export const handle: PageHandle = { hydrate: true, texts: ["desk", "raffles", "messages"] };

export const loader = deskLoader("desk:lists.drawDescription", async (screen) => {
  const { site, scope } = screen;
  const [list, held] = await Promise.all([
    loadEntryList(screen, { withSource: false }),
    listDeletions(site.db, scope, site.clock),
  ]);
  return { list, held };
});

/**
 * Deletes an entry, or undoes that. The page itself asks for confirmation before deleting an entry, which works without
 * JavaScript.
 */
export const action = deskAction({
  read: (form) => ({ entryCode: formText(form, "entryCode"), reason: formText(form, "reason") }),
  change: async ({ deps, scope, form, intent, typed }) => {
    if (intent === "delete") return deleteEntry(deps, scope, typed);
    if (intent === "undo") return undoDeletion(deps, scope, formText(form, "entryId"));
    return accept(null);
  },
});

export default DrawList;
