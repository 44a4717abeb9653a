import { createSingleFlightCache, type Made } from "#src/base/single-flight-cache.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { Presence } from "#src/db/presence.ts";
import { raffleChanges } from "./lifecycle/raffle-changes.ts";
import { findRaffle, knownUntil, raffleName } from "./read.ts";
import type { PublicRaffle } from "./schema.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** An estimate: a character takes one or two bytes in memory, plus some for lists. */
const BYTES_A_CHARACTER = 3;

/** A cache of raffles for crowds of visitors. */
export type RaffleCache = {
  /** Like `findRaffle`, from the cache while the raffle is unchanged. `open` is always current too. */
  find(idOrCode: string): Promise<PublicRaffle | null>;
};

/**
 * Caches requested raffles until they change, on this site or another. While the database is down, they stay cached.
 */
export function createRaffleCache(reader: Reader, notifications: Notifications, presence: Presence): RaffleCache {
  const cached = createSingleFlightCache<PublicRaffle | null>(MAX_BYTES, presence.isAway);
  const changes = raffleChanges(notifications);
  changes.subscribe((names) => cached.drop((key) => names === null || names.includes(key)));

  async function make(name: string): Promise<Made<PublicRaffle | null>> {
    const until = await knownUntil(reader);
    const raffle = await findRaffle(reader, name);
    // A missing raffle is not cached, or strangers could fill the memory with invented names.
    if (!raffle) return { value: null, bytes: 1, until: 0 };
    return { value: raffle, bytes: JSON.stringify(raffle).length * BYTES_A_CHARACTER, until };
  }

  return {
    async find(idOrCode) {
      const name = raffleName(idOrCode);
      if (name === null) return null;
      return changes.isListening() || presence.isAway() ? cached.get(name, () => make(name)) : findRaffle(reader, name);
    },
  };
}
