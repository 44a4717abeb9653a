import type { Reader } from "#src/db/connect.ts";
import { shownPrizes } from "#src/draws/announcing/rules.ts";
import { listAnnouncedOfShop, type Shop } from "#src/raffles/lists/shop-raffles.ts";

/** A raffle of a shop whose winners are announced. */
export type AnnouncedRaffle = {
  readonly id: string;
  readonly codeId: string;
  readonly name: string;
  /** Whether its show still has prizes to reveal: until then the shop's page shows nothing that came of it. */
  readonly isUnderWay: boolean;
};

/** The shop's raffles whose winners are announced, the latest draw date first. */
export async function listAnnounced(reader: Reader, shop: Shop): Promise<AnnouncedRaffle[]> {
  const raffles = await listAnnouncedOfShop(reader, shop);
  if (raffles.length === 0) return [];
  const shows = await reader
    .selectFrom("drawShows")
    .select(["raffleId", "step"])
    .where(
      "raffleId",
      "in",
      raffles.map(({ id }) => id),
    )
    .execute();
  const stepOf = new Map(shows.map(({ raffleId, step }) => [raffleId, step]));
  return raffles.map(({ prizes, announce, announcedAt, ...raffle }) => ({
    ...raffle,
    isUnderWay: shownPrizes({ announce, announcedAt, step: stepOf.get(raffle.id) ?? 0 }, prizes) < prizes,
  }));
}
