import type { OrganiserScope } from "#src/access/scope.ts";
import type { Site } from "#src/api/site.ts";
import { readErasing } from "#src/entries/retention.ts";
import { showMoment } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { keptUntil } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** Until when a raffle's entries are kept, and when and how many were erased; null for what is not so. */
export async function retentionView(site: Site, scope: OrganiserScope, raffle: PublicRaffle, language: Language) {
  const erased = await readErasing(site.db, scope);
  const until = keptUntil(raffle);
  const day = (moment: Date) => showMoment(moment, language, site.config.timeZone).date;
  return {
    // A raffle whose dates were moved on since has a new day before it.
    until: erased && erased.at >= until ? null : day(until),
    erased: erased && { on: day(erased.at), entries: erased.entries },
  };
}

export type RetentionView = Awaited<ReturnType<typeof retentionView>>;
