import type { Notifications } from "#src/db/notifications.ts";

/** Triggers on these tables notify of every row change. Cached raffles must not depend on other tables. */
export const NOTIFYING_TABLES = ["raffles", "prizes", "rules"] as const;

const CHANNEL = "raffle_changes";

/** Notifications of every committed change of a raffle, from all sites on this database. */
export type RaffleChanges = {
  /** Whether notifications arrive now. If not, the cache must not be used. */
  isListening(): boolean;
  /** @param listener gets the id and the code of a changed raffle, or null if any raffle may have changed */
  subscribe(listener: (names: readonly string[] | null) => void): void;
};

/** Listens from the first subscriber on, for the whole life of the process. */
export function raffleChanges(notifications: Notifications): RaffleChanges {
  return {
    isListening: () => notifications.isListeningTo(CHANNEL),
    subscribe(listener) {
      notifications.subscribe(CHANNEL, (payload) => listener(payload?.split(" ") ?? null));
    },
  };
}
