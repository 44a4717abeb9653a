import { addPaperEntry } from "#src/entries/paper/add-paper-entry.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { staffAction, staffLoader } from "../desk-screen.ts";
import { AddEntry } from "./add-entry.tsx";
import { loadAddEntry, readSlip } from "./add-entry-page.ts";

export const handle: PageHandle = { forms: true, leavesDesk: "with-pass" };

export const loader = staffLoader("add-entries", "claims:helpers.add.description", loadAddEntry);

export const action = staffAction("add-entries", {
  read: readSlip,
  change: ({ deps, scope, typed }) => addPaperEntry(deps, scope, typed),
});

export default AddEntry;
