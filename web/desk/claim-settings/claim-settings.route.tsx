import { editClaimSettings, readClaimSettings } from "#src/claims/settings.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { hasOwner } from "#src/raffles/lists/account-raffles.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { ClaimSettingsForm } from "./claim-settings-form.tsx";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("claims:settings.description", async ({ site, scope, raffle }) => ({
  codeId: raffle.codeId,
  owned: await hasOwner(site.db, scope.raffleId),
  settings: await readClaimSettings(site.db, scope.raffleId),
}));

export const action = deskAction({
  read: (form) => ({
    ways: formText(form, "ways"),
    pickUp: formText(form, "pickUp"),
    question: formText(form, "question"),
    needsId: formText(form, "needsId") === "yes",
    tellsOwner: formText(form, "tellsOwner") === "yes",
    thanks: formText(form, "thanks"),
  }),
  change: ({ deps, scope, typed }) => editClaimSettings(deps, scope, typed),
});

export default ClaimSettingsForm;
