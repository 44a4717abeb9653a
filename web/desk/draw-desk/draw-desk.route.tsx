import { redirectDocument } from "react-router";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { announceNow } from "#src/draws/announcing/announce-winners.ts";
import { openPool } from "#src/draws/checking/open-pool.ts";
import { drawFromPasted, type PasteRefusal } from "#src/draws/drawing/draw-raffle.ts";
import { lockAsOrganiser } from "#src/draws/lock/lock-as-organiser.ts";
import type { LockRefusal } from "#src/draws/lock/lock-list.ts";
import { countLeftOut } from "#src/draws/mails/fan-out.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import { findDraw } from "#src/draws/read.ts";
import { advanceShow, endShow } from "#src/draws/show/move-show.ts";
import { readShowStep } from "#src/draws/show/read.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { readErasing } from "#src/entries/retention/retention.ts";
import { findShortPrizes } from "#src/entries/standing/candidates.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { EditRefusal } from "#src/raffles/lifecycle/edit-raffle.ts";
import { setPublished } from "#src/raffles/lifecycle/publish.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { formText } from "../../requests/form-text.ts";
import { deskStateOf } from "../desk-head/desk-state-of.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { DrawDesk } from "./draw-desk.tsx";
import { drawDeskView } from "./draw-desk-view.ts";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("draws:desk.description", async (screen) => {
  const { site, language, scope, raffle } = screen;
  const [totals, lockAt, draw, showStep, leftOut, { next }] = await Promise.all([
    countEntries(site.db, scope),
    readLockAt(site.db, scope),
    findDraw(site.db, scope.raffleId),
    readShowStep(site.db, scope.raffleId),
    countLeftOut(site.db, scope),
    deskStateOf(screen, scope, raffle),
  ]);
  // Each entry is read for it, so only while something can be done about it.
  const short = draw || raffle.open || totals.total === 0 ? [] : await findShortPrizes(site.db, scope, raffle, totals);
  const erased = totals.total === 0 && (await readErasing(site.db, scope)) !== null;
  return {
    desk: drawDeskView({ raffle, totals, short, erased, lockAt, draw, showStep, leftOut, next }, site, language),
  };
});

type DeskRefusal = EditRefusal | LockRefusal | PasteRefusal | ChallengeRefusal | Refusal<"not-drawn" | "not-found">;

/** Only "lock" locks: whatever else comes is asked first, because nobody can undo it. */
export const action = deskAction({
  read: (form) => ({ beacon: formText(form, "beacon") }),
  change: async ({ request, deps, scope, form, intent, typed }): Promise<Outcome<Response | null, DeskRefusal>> => {
    const work = (): Promise<Outcome<unknown, DeskRefusal>> | null => {
      switch (intent) {
        case "lock":
          return lockAsOrganiser(deps, scope);
        case "draw":
          return drawFromPasted(deps, scope, typed.beacon);
        case "advance":
          return advanceShow(deps, scope, Number(formText(form, "step")));
        case "everybody":
          return openPool(deps, scope, formText(form, "prize"));
        case "hide":
          return setPublished(deps, scope, false);
        case "announce":
          return announceNow(deps, scope);
        case "end":
          return endShow(deps, scope);
        default:
          return null;
      }
    };
    const outcome = await work();
    if (!outcome) return accept(null);
    // Who presses again after a lost answer sees the locked list.
    if (!outcome.ok && outcome.refusal.reason !== "list-locked") return outcome;
    return accept(redirectDocument(request.url, 303));
  },
});

export default DrawDesk;
