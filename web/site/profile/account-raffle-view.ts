import type { Site } from "#src/http/site.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { AccountRaffle, OwnRaffle } from "#src/raffles/lists/account-raffles.ts";

/** A raffle as its owner's page and the admins' list show it. */
export function accountRaffleView(raffle: AccountRaffle, site: Site, language: Language) {
  const { codeId, name, status, open, entries, dueDate } = raffle;
  return { codeId, name, status, open, entries, due: formatTimestamp(dueDate, language, site.config.timeZone) };
}

export type AccountRaffleView = ReturnType<typeof accountRaffleView>;

/** The same with the account's role, on their own page. */
export type OwnRaffleView = AccountRaffleView & Pick<OwnRaffle, "role">;
