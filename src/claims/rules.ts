/** The times of a claim that say how far it has come. */
export type ClaimTimes = {
  readonly claimBy: Date;
  readonly openedAt: Date | null;
  readonly claimedAt: Date | null;
  readonly declinedAt: Date | null;
  readonly turnedDownAt: Date | null;
  readonly handedOverAt: Date | null;
  /** The ticket was replaced, and holds the prize no more. */
  readonly goneAt: Date | null;
};

/** How far a claim can have come, from its end to its beginning. */
export const CLAIM_STATES = [
  "gone",
  "handed-over",
  "claimed",
  "declined",
  "overdue",
  "turned-down",
  "opened",
  "notified",
  "waiting",
] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];

/** Whether its winner is still to claim the prize. */
export function isClaimable(state: ClaimState): boolean {
  return ["turned-down", "opened", "notified", "waiting"].includes(state);
}

/** Why its winner cannot give the prize back (any more); null where they can. */
export function whyNotGivenBack(state: ClaimState): "gone" | "handed-over" | "declined" | null {
  return state === "gone" || state === "handed-over" || state === "declined" ? state : null;
}

/**
 * How far a claim has come.
 *
 * @param notified whether anything proves that the winner was notified
 */
export function stateOf(claim: ClaimTimes, notified: boolean, now: Date): ClaimState {
  if (claim.goneAt) return "gone";
  if (claim.handedOverAt) return "handed-over";
  if (claim.claimedAt) return "claimed";
  if (claim.declinedAt) return "declined";
  if (claim.claimBy < now) return "overdue";
  if (claim.turnedDownAt) return "turned-down";
  if (claim.openedAt) return "opened";
  return notified ? "notified" : "waiting";
}
