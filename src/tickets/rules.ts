import type { HeldPrizes } from "#src/claims/held-prizes.ts";
import type { Outlook } from "#src/draws/outlook.ts";
import type { Standing } from "#src/entries/standing/rules.ts";
import { type TimelineFacts, timelineOf, waitsFor } from "#src/raffles/timeline/timeline.ts";

/**
 * What there is to say first of an entry. `not-in`: its rules were not done in time. `over`: its draw date passed some
 * time ago without a draw on this site.
 */
export type TicketState =
  | "in"
  | "not-yet"
  | "not-in"
  | "out"
  | "closed"
  | "locked"
  | "announcing"
  | "over"
  | "won"
  | "lost"
  | "not-won";

/** The states in the order in which a list has them: first what somebody can do something about. */
export const TICKET_ORDER: readonly TicketState[] = [
  ...(["won", "not-yet", "locked", "closed", "announcing", "in"] as const),
  ...(["not-in", "out", "lost", "not-won", "over"] as const),
];

/** Decides what to say first of an entry, from what was decided of it and of its raffle. */
export function ticketState(
  standing: Standing,
  outlook: Outlook,
  held: Pick<HeldPrizes, "won" | "lost">,
  isLocked: boolean,
): TicketState {
  if (held.won.length > 0) return "won";
  if (held.lost.length > 0) return "lost";
  if (standing.state === "out" || standing.state === "won-before") return "out";
  if (standing.state === "not-yet") return outlook === "open" ? "not-yet" : "not-in";
  switch (outlook) {
    case "drawn":
      return "not-won";
    case "announcing":
      return "announcing";
    case "open":
      return "in";
    case "soon":
      return isLocked ? "locked" : "closed";
    default:
      return "over";
  }
}

/** What comes next in a raffle, or came last, and when. `locking` and `beacon` happen now. */
export type TicketStep =
  | { readonly step: "open" | "lock" | "draw" | "announcing" | "claim" | "drawn"; readonly at: Date }
  | { readonly step: "locking" | "beacon" | "over" };

/**
 * Decides what comes next for an entry of a raffle.
 *
 * @param claimBy until when each prize can be claimed that it holds and does not have yet
 * @param announceBy until when winners who wait for their show are announced; null where none wait
 */
export function ticketStep(
  raffle: TimelineFacts,
  { outlook, claimBy, announceBy }: { outlook: Outlook; claimBy: readonly Date[]; announceBy: Date | null },
  now: Date,
): TicketStep {
  const { closes, lock, draw } = timelineOf(raffle);
  switch (outlook) {
    case "open":
      return { step: "open", at: closes };
    case "soon": {
      const waits = waitsFor(raffle, now);
      return waits === "lock"
        ? { step: waits, at: lock }
        : waits === "draw"
          ? { step: waits, at: draw }
          : { step: waits };
    }
    case "announcing":
      return announceBy === null ? { step: "over" } : { step: "announcing", at: announceBy };
    case "drawn": {
      const [first] = claimBy.filter((at) => now < at).toSorted((one, other) => one.getTime() - other.getTime());
      return first ? { step: "claim", at: first } : { step: "drawn", at: draw };
    }
    default:
      return { step: "over" };
  }
}
