import { HOUR_MS } from "#src/base/clock.ts";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { isUnderWay, revealedAt } from "../show/rules.ts";

/** What decides of how many prizes everybody sees the winners. */
export type ShownFacts = {
  readonly announce: string;
  readonly announcedAt: Date | null;
  /** At which step the show is. */
  readonly step: number;
};

/**
 * Of how many prizes everybody sees the winners, in the order of the draw. A show hides what it has not come to: while
 * it is under way, or, where winners are announced with it, until they are announced.
 *
 * @param prizes how many prizes are drawn
 */
export function shownPrizes({ announce, announcedAt, step }: ShownFacts, prizes: number): number {
  const hides = announce === "with-show" ? announcedAt === null : isUnderWay(step, prizes);
  return hides ? Math.min(revealedAt(step), prizes) : prizes;
}

/** Until when the winners of an undrawn raffle will wait for their show; null where they come with the draw. */
export function willWaitUntil({ announce }: Pick<PublicRaffle, "announce">, drawAt: Date): Date | null {
  return announce === "with-show" ? new Date(drawAt.getTime() + ANNOUNCED_WITHIN_HOURS * HOUR_MS) : null;
}

/** When winners who wait for their show are announced at the latest; null where none wait. */
export function announcedBy({ drawnAt, announcedAt }: Pick<PublicRaffle, "drawnAt" | "announcedAt">): Date | null {
  if (drawnAt === null || announcedAt !== null) return null;
  return new Date(drawnAt.getTime() + ANNOUNCED_WITHIN_HOURS * HOUR_MS);
}
