import type { NextStep } from "#src/claims/next-step.ts";
import { announcedBy, willWaitUntil } from "#src/draws/announcing/rules.ts";
import { isDrawn, type PublicDraw } from "#src/draws/read.ts";
import { lastStep, revealedAt } from "#src/draws/show/rules.ts";
import type { EntryTotals } from "#src/entries/lists/entry-counts.ts";
import type { ShortPrize } from "#src/entries/standing/candidates.ts";
import type { Site } from "#src/http/site.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { secondsUntilDrawn } from "../../page/seconds-until-drawn.ts";
import { checkTimeView } from "../../ui/check-time/check-time.tsx";
import { nextStepText } from "../desk-head/desk-head-view.ts";
import { type DeskStep, deskSteps } from "./desk-steps.ts";

type Parts = {
  readonly raffle: PublicRaffle;
  readonly totals: EntryTotals;
  /** Prizes with fewer candidates than winners. */
  readonly short: readonly ShortPrize[];
  /** Whether its entries were erased at the end of their time. */
  readonly erased: boolean;
  readonly lockAt: Date | null;
  readonly draw: PublicDraw | null;
  /** How far the show is. */
  readonly showStep: number;
  /** How many people on paper were not mailed. */
  readonly leftOut: number;
  /** What the head of the desk says is next. */
  readonly next: NextStep;
};

/** A raffle's draw, as its organiser's desk shows it. */
export function drawDeskView(
  { raffle, totals, short, erased, lockAt, draw, showStep, leftOut, next }: Parts,
  site: Site,
  language: Language,
) {
  const { timeZone, origin } = site.config;
  const results = draw && isDrawn(draw.published) ? draw.published.results : null;
  const latest = announcedBy(raffle);
  const waitsUntil = willWaitUntil(raffle, timelineOf(raffle).draw);
  const names = new Map(raffle.prizes.map((prize) => [prize.prizeCode, prize.name]));
  const check = totals.inPlay === 0 ? "nobody" : "check";
  const step: DeskStep = results ? "reveal" : draw ? "wait" : raffle.open ? "collect" : check;
  return {
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
    erased,
    short,
    leftOut,
    reloadAfter: draw && !results ? secondsUntilDrawn(draw.roundAt, site.clock()) : null,
    lock: draw && {
      hash: draw.lockHash,
      tickets: draw.published.lock.tickets,
      link: new URL(`/raffle/${raffle.codeId}/draw`, origin).href,
      // Where the randomness of this round is published.
      relay: `${site.config.beaconRelays[0]}/${draw.published.lock.plan.chain}/public/${draw.published.lock.round}`,
      overdue: results === null && draw.roundAt.getTime() <= site.clock().getTime(),
    },
    /** Until when winners will wait for the show, before they are drawn; null where they come with the draw. */
    waitsUntil: waitsUntil && formatShort(waitsUntil, site.clock(), language, timeZone),
    announced: raffle.announcedAt !== null,
    /** Until when winners who wait for the show are announced. */
    announceBy: latest,
    show:
      results &&
      showView(
        results.map(({ prizeCode }) => names.get(prizeCode) ?? prizeCode),
        showStep,
      ),
  };
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

export type DrawDeskView = ReturnType<typeof drawDeskView>;
