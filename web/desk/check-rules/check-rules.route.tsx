import { redirectDocument } from "react-router";
import type { StaffScope } from "#src/access/scope.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { decideClaims } from "#src/earning/checked/decide-claims.ts";
import { lookUpEntry } from "#src/entries/lists/look-up.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import type { Screen } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { proveOnPage } from "../../requests/organiser.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { siteLoader } from "../../requests/screens.ts";
import { proveStaffHere, staffRefusalPage } from "../../requests/staff.ts";
import { staffAction } from "../desk-screen.ts";
import { CheckRules, MAX_TYPED } from "./check-rules.tsx";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "with-pass" };

/**
 * What the QR code of an entrant's page opens on a phone of the shop. For everybody else it leads to the entry's own
 * page, which the code in the address opens anyway.
 */
export const loader = siteLoader(
  "claims:helpers.confirm.description",
  async (screen) => {
    const { context, params, url, meta } = screen;
    const { raffleCode = "" } = params;
    const asked = askedIn(url);
    const staff = await proveStaffHere(screen, raffleCode, "confirm-rules");
    if (!staff.ok) {
      const isStranger = ["staff-only", "access-code-mismatch"].includes(staff.refusal.reason);
      if (isStranger && asked !== "") throw redirectDocument(pathTo("raffle-entry", raffleCode, asked));
      throw staffRefusalPage(screen, raffleCode, staff.refusal);
    }
    const raffle = await raffleOf(context, staff.value.raffleId);
    const organiser = await proveOnPage(screen, { raffle: raffle.id });
    return {
      codeId: raffle.codeId,
      raffle: raffle.name,
      asked,
      entry: asked === "" ? null : await entryOn(screen, { scope: staff.value, raffle, asked }),
      isLocked: raffle.lockedAt !== null,
      hasRule: raffle.rules.some(({ proof }) => proof === "checked"),
      isOrganiser: organiser.ok,
      meta: { ...meta, ...partOfRaffle(raffle), listed: false },
    };
  },
  ({ asked, entry }) => (asked !== "" && !entry ? 404 : 200),
);

/** Confirms one rule, or refuses what was ticked, with a reason. */
export const action = staffAction("confirm-rules", {
  read: (form) => ({ reason: formText(form, "reason") }),
  change: async ({ site, scope, intent, url, typed, context }) => {
    const [decision = "", ruleId = ""] = intent.split(":");
    const { rules } = await raffleOf(context, scope.raffleId);
    const rule = rules.find(({ id }) => id === ruleId)?.details ?? "";
    const isDone = decision === "confirm";
    if (!isDone && decision !== "refuse") return accept(null);
    const entryCodes = [askedIn(url)];
    const decided = await decideClaims(site, scope, { ruleId, entryCodes, isDone, ...typed });
    if (!decided.ok) return refuse(decided.refusal);
    return accept({ said: decided.value.changed === 0 ? "same" : isDone ? "confirmed" : "refused", rule } as const);
  },
});

export default CheckRules;

/** The entry code in the address; empty for none. */
function askedIn({ searchParams }: URL): string {
  return typedCode(searchParams.get("entry") ?? "").slice(0, MAX_TYPED);
}

type Asked = {
  readonly scope: StaffScope<"confirm-rules">;
  readonly raffle: PublicRaffle;
  readonly asked: string;
};

/** The entry, and what the shop can decide of it; null where the raffle has none of that code. */
async function entryOn({ site, language, timeZone }: Screen, { scope, raffle, asked }: Asked) {
  const found = await lookUpEntry(site.db, scope, raffle, asked);
  if (!found) return null;
  const { claimedRules, doneRules, standing, ...person } = found;
  const stateOf = (id: string) => (doneRules.includes(id) ? "done" : claimedRules.includes(id) ? "waits" : "open");
  return {
    ...person,
    standing: standingView(standing, raffle, { language, timeZone, reader: "staff" }),
    rules: raffle.rules
      .filter(({ proof }) => proof === "checked")
      .map(({ id, details }) => ({ id, details, state: stateOf(id) }) as const),
  };
}
