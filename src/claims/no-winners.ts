import type { DeskState } from "./desk-state.ts";

/** Why a desk shows no winners: they wait for the show, there is nobody to draw from, or the draw is still to come. */
export type NoWinners = "waits" | "nobody" | "notDrawn";

/** Why a raffle has no winners to show; null once they are announced. */
export function whyNoWinners({ is, canLock, waits }: Pick<DeskState, "is" | "canLock" | "waits">): NoWinners | null {
  if (waits) return "waits";
  if (is === "drawn") return null;
  return is === "closed" && !canLock ? "nobody" : "notDrawn";
}
