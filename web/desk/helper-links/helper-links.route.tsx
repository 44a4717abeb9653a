import { renderSVG } from "uqr";
import { listHelpers, makeHelper, revokeHelper } from "#src/access/staff/helper-links.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText, typedPermissions } from "../../requests/form-text.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { HelperLinks } from "./helper-links.tsx";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("claims:helpers.description", async ({ site, scope, raffle }) => ({
  codeId: raffle.codeId,
  raffle: raffle.name,
  links: await listHelpers(site.db, scope),
}));

type Done =
  | { readonly is: "made"; readonly name: string; readonly link: string; readonly qrCode: string }
  | { readonly is: "ended"; readonly name: string };

/** Makes a link, which is shown this once, or ends one. */
export const action = deskAction({
  read: (form) => ({ name: formText(form, "name"), permissions: typedPermissions(form) }),
  change: async ({
    deps,
    context,
    scope,
    form,
    intent,
    typed,
  }): Promise<Outcome<Done, Refusal<"invalid-fields" | "raffle-not-found" | "helper-not-found">>> => {
    if (intent === "end") {
      const ended = await revokeHelper(deps, scope, formText(form, "helper"));
      return ended.ok ? accept({ is: "ended", name: ended.value.name }) : ended;
    }
    const made = await makeHelper(deps, scope, typed);
    if (!made.ok) return made;
    const { codeId } = await raffleOf(context, scope.raffleId);
    const { token, name } = made.value;
    const link = new URL(`/helper/${codeId}/${token}`, deps.config.origin).href;
    return accept({ is: "made", name, link, qrCode: renderSVG(link, { border: 2 }) });
  },
});

export default HelperLinks;
