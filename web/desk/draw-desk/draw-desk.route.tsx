import { redirectDocument } from "react-router";
import { CHANGE_RAFFLE } from "#src/access/audit/admit-change.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { announceNow } from "#src/draws/announcing/announce-winners.ts";
import { announcedBy, willWaitUntil } from "#src/draws/announcing/rules.ts";
import { openPool } from "#src/draws/checking/open-pool.ts";
import { drawFromPasted, type PasteRefusal } from "#src/draws/drawing/draw-raffle.ts";
import { lockAsOrganiser } from "#src/draws/lock/lock-as-organiser.ts";
import type { LockRefusal } from "#src/draws/lock/lock-list.ts";
import { lockWords } from "#src/draws/lock/lock-words.ts";
import { countLeftOut } from "#src/draws/mails/fan-out.ts";
import { readLockAt } from "#src/draws/plan/read.ts";
import type { PrizeResult } from "#src/draws/protocol/winners/draw.ts";
import { findDraw, isDrawn } from "#src/draws/read.ts";
import { advanceShow, endShow } from "#src/draws/show/move-show.ts";
import { readShowStep, SHOWN_OF_PRIZE } from "#src/draws/show/read.ts";
import { lastStep, revealedAt } from "#src/draws/show/rules.ts";
import { readWinnerNames } from "#src/draws/winner-names.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { readErasing } from "#src/entries/retention/retention.ts";
import { findShortPrizes } from "#src/entries/standing/candidates.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { EditRefusal } from "#src/raffles/lifecycle/edit-raffle.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { setPublished } from "#src/raffles/lifecycle/publish.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { secondsUntilDrawn } from "../../page/seconds-until-drawn.ts";
import { formText } from "../../requests/form-text.ts";
import { checkTimeView } from "../../ui/check-time/check-time.tsx";
import { nextStepText } from "../desk-head/desk-head-view.ts";
import { deskStateOf } from "../desk-head/desk-state-of.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { DrawDesk } from "./draw-desk.tsx";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("draws:desk.description", async (screen) => {
  const { site, language, timeZone, scope, raffle } = screen;
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
  const results = draw && isDrawn(draw.published) ? draw.published.results : null;
  const waitsUntil = willWaitUntil(raffle, timelineOf(raffle).draw);
  const names = new Map(raffle.prizes.map((prize) => [prize.prizeCode, prize.name]));
  const check = totals.inPlay === 0 ? "nobody" : "check";
  const step: DeskStep = results ? "reveal" : draw ? "wait" : raffle.open ? "collect" : check;
  const desk = {
    codeId: raffle.codeId,
    name: raffle.name,
    step,
    steps: deskSteps(step),
    /** The step of the desk's head: its button alone stands out. */
    next: next.do,
    nextText: nextStepText(next, language),
    due: raffle.dueDate,
    drawAt: timelineOf(raffle).draw,
    checkTime: checkTimeView(lockAt, site.clock()),
    counts: totals,
    published: raffle.status === "Published",
    vouchers: results !== null && peopleCan(raffle).lookUp,
    erased,
    short,
    leftOut,
    reloadAfter: draw && !results ? secondsUntilDrawn(draw.roundAt, site.clock()) : null,
    lock: draw && {
      hash: draw.lockHash,
      words: await lockWords(draw.lockHash),
      tickets: draw.published.lock.tickets,
      link: new URL(`/raffle/${raffle.codeId}/draw`, site.config.origin).href,
      // Where the randomness of this round is published.
      relay: `${site.config.beaconRelays[0]}/${draw.published.lock.plan.chain}/public/${draw.published.lock.round}`,
      overdue: results === null && draw.roundAt.getTime() <= site.clock().getTime(),
    },
    /** Until when winners will wait for the show, before they are drawn; null where they come with the draw. */
    waitsUntil: waitsUntil && formatShort(waitsUntil, site.clock(), language, timeZone),
    announced: raffle.announcedAt !== null,
    /** Until when winners who wait for the show are announced. */
    announceBy: announcedBy(raffle),
    sendsMail: site.config.smtp !== undefined,
    show: results && {
      ...showView(
        results.map(({ prizeCode }) => names.get(prizeCode) ?? prizeCode),
        showStep,
      ),
      winners: await winnersShown(site.db, scope, results, showStep),
      /** Whether beginning it hides winners that everybody sees. */
      hides: raffle.announce === "at-once",
    },
  };
  return { desk };
});

type DeskRefusal = EditRefusal | LockRefusal | PasteRefusal | ChallengeRefusal | Refusal<"not-drawn" | "not-found">;

/** Only "lock" locks: whatever else comes is asked first, because nobody can undo it. */
export const action = deskAction({
  // A lock has one of its own. What a show does next writes nothing into the log, and must not wait for a neighbour.
  limitOf: (intent) => (intent === "everybody" || intent === "hide" ? CHANGE_RAFFLE : null),
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

/** Who won the prize that the show has come to, for the voice at the microphone. Empty while the drum turns. */
async function winnersShown(reader: Reader, scope: OrganiserScope, results: readonly PrizeResult[], step: number) {
  if (step % 2 === 1 || step >= lastStep(results.length)) return [];
  const tickets = results[revealedAt(step) - 1]?.winners.slice(0, SHOWN_OF_PRIZE) ?? [];
  const names = await readWinnerNames(reader, scope.raffleId, tickets);
  return tickets.map((ticket) => ({ ticket, name: names.get(ticket) ?? null }));
}

/** Where the show is, and what comes next. */
function showView(prizes: readonly string[], step: number) {
  const place = revealedAt(step);
  const over = step >= lastStep(prizes.length);
  const turning = step % 2 === 1;
  const coming = prizes[place];
  return {
    step,
    at: over
      ? ("over" as const)
      : step === 0
        ? ("ready" as const)
        : turning
          ? ("turning" as const)
          : ("shown" as const),
    prize: (turning ? coming : prizes[place - 1]) ?? "",
    next: over
      ? null
      : coming === undefined
        ? ({ do: "end", prize: "" } as const)
        : ({ do: turning ? "reveal" : "turn", prize: coming } as const),
  };
}

type DeskStep = "collect" | "check" | "nobody" | "wait" | "reveal";

/** The line of steps on the draw desk. Of a raffle with nobody to draw from, those that will not come are left out. */
function deskSteps(step: DeskStep): readonly DeskStep[] {
  return step === "nobody" ? ["collect", "nobody"] : ["collect", "check", "wait", "reveal"];
}
