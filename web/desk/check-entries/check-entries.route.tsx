import { type Decision, decideOnEntry } from "#src/draws/checking/disqualify.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { CheckEntries } from "./check-entries.tsx";
import { loadCheck } from "./check-entries-page.ts";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("desk:check.description", loadCheck);

export const action = deskAction({
  read: (form): Decision => ({
    entryCode: formText(form, "entryCode"),
    action: formText(form, "intent") === "reinstate-entry" ? "reinstate-entry" : "disqualify-entry",
    reason: formText(form, "reason"),
  }),
  change: ({ deps, scope, typed }) => decideOnEntry(deps, scope, typed),
});

export default CheckEntries;
