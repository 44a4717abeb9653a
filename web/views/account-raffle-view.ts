import type { Site } from "#src/api/site.ts";
import { showMoment } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeptRaffle } from "#src/raffles/account-raffles.ts";

/** A raffle as its owner's page and the admins' list show it. */
export function keptRaffleView(raffle: KeptRaffle, site: Site, language: Language) {
  const { codeId, name, status, open, entries, dueDate } = raffle;
  return { codeId, name, status, open, entries, due: showMoment(dueDate, language, site.config.timeZone) };
}

export type KeptRaffleView = ReturnType<typeof keptRaffleView>;
