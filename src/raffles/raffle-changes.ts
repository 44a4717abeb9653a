import type { Notifications } from "#src/db/notifications.ts";

/** The triggers of these tables tell every change of a row; what is kept in memory may show nothing of any other. */
export const TOLD_TABLES = ["raffles", "prizes", "rules"] as const;

const CHANNEL = "raffle_changes";

/** Word of every committed change of a raffle, from whichever site on this database. */
export type RaffleChanges = {
  /** Whether word arrives at this moment: where it does not, nothing may be taken from memory. */
  isTold(): boolean;
  /** @param listener told the id and the code of a raffle that was changed, or null where any may have been */
  subscribe(listener: (names: readonly string[] | null) => void): void;
};

/** Listens for as long as the site runs, from the first subscriber on. */
export function raffleChanges(notifications: Notifications): RaffleChanges {
  return {
    isTold: () => notifications.listensTo(CHANNEL),
    subscribe(listener) {
      notifications.subscribe(CHANNEL, (payload) => listener(payload?.split(" ") ?? null));
    },
  };
}
