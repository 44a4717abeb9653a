import { createKeptResults, type Made } from "#src/base/kept-results.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import { raffleChanges } from "./raffle-changes.ts";
import { findRaffle, knownUntil, raffleName } from "./read.ts";
import type { PublicRaffle } from "./schema.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** A letter in memory takes a byte or two, and a list some more. */
const BYTES_A_CHARACTER = 3;

/** Raffles as a crowd asks for them. */
export type RaffleCache = {
  /** As `findRaffle`, from memory where nothing has changed since; also whether it is open is right to the moment. */
  find(idOrCode: string): Promise<PublicRaffle | null>;
};

/** Keeps the raffles that are asked for until they change, on this site or another one. */
export function createRaffleCache(reader: Reader, notifications: Notifications): RaffleCache {
  const kept = createKeptResults<PublicRaffle | null>(MAX_BYTES);
  const changes = raffleChanges(notifications);
  changes.subscribe((names) => kept.drop((key) => names === null || names.includes(key)));

  async function make(name: string): Promise<Made<PublicRaffle | null>> {
    const until = await knownUntil(reader);
    const raffle = await findRaffle(reader, name);
    // That there is none is not kept: strangers could fill the memory with names.
    if (!raffle) return { value: null, bytes: 1, until: 0 };
    return { value: raffle, bytes: JSON.stringify(raffle).length * BYTES_A_CHARACTER, until };
  }

  return {
    async find(idOrCode) {
      const name = raffleName(idOrCode);
      if (name === null) return null;
      return changes.isTold() ? kept.get(name, () => make(name)) : findRaffle(reader, name);
    },
  };
}
