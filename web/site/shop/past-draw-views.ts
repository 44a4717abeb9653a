import { readThanks } from "#src/claims/settings.ts";
import { readOutlooks } from "#src/draws/outlook.ts";
import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { numberHolders } from "#src/draws/winner-names.ts";
import type { Site } from "#src/http/site.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import type { PastDrawView } from "../../ui/past-draw/past-draw.tsx";

/**
 * What came of closed raffles that somebody entered. Winners by their tickets: the page is cached for everybody, and a
 * name must go with its entry.
 */
export async function pastDrawViews(raffles: readonly RaffleSummary[], { db, clock }: Site): Promise<PastDrawView[]> {
  const announced = raffles.flatMap(({ id, announcedAt }) => (announcedAt ? id : []));
  const [outlooks, prizes, thanks] = await Promise.all([
    readOutlooks(db, raffles, clock()),
    readPrizeHolders(db, announced).then((held) => numberHolders(db, held)),
    readThanks(db, announced),
  ]);
  return raffles.flatMap((raffle) => {
    const { id, codeId, name, lockedAt, drawnAt } = raffle;
    const outlook = outlooks.get(id) ?? "over";
    if (outlook === "empty" || outlook === "open") return [];
    const state = lockedAt && !drawnAt ? "locked" : outlook;
    const draw = timelineOf(raffle).draw;
    return { ...{ codeId, name, draw, state }, prizes: prizes.get(id) ?? [], thanks: thanks.get(id) ?? "" };
  });
}
