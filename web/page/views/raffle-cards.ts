import { readOutlooks } from "#src/draws/outlook.ts";
import { type HeldPrize, readPrizeHolders } from "#src/draws/prize-holders.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { readPrizeNames } from "#src/raffles/lists/prize-names.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";
import { summaryView, winText } from "./raffle-view.ts";

const TICKETS_ON_CARD = 3;

/** Raffles as cards show them to visitors: with what can be won, and the winners' tickets. Public tables alone. */
export async function raffleCards(raffles: readonly RaffleSummary[], site: Site, language: Language) {
  const ids = raffles.map(({ id }) => id);
  const drawn = raffles.flatMap(({ id, drawnAt }) => (drawnAt ? id : []));
  const [names, held, outlooks] = await Promise.all([
    readPrizeNames(site.db, ids),
    readPrizeHolders(site.db, drawn),
    readOutlooks(site.db, raffles, site.clock()),
  ]);
  return raffles.map((raffle) => ({
    ...summaryView(raffle, site, language),
    win: winText(names.get(raffle.id), language),
    outlook: outlooks.get(raffle.id) ?? "over",
    winners: winnersText(held.get(raffle.id) ?? [], language),
  }));
}

export type CardView = Awaited<ReturnType<typeof raffleCards>>[number];

/** Who won, empty for nobody. By ticket numbers: the page is cached for all, and a name must go with its entry. */
function winnersText(held: readonly HeldPrize[], language: Language): string {
  const inAll = held.reduce((sum, prize) => sum + prize.tickets.length + prize.more, 0);
  if (inAll === 0) return "";
  const shown = held.flatMap((prize) => prize.tickets).slice(0, TICKETS_ON_CARD);
  const params = { tickets: shown.map((ticket) => `#${ticket}`).join(", "), count: inAll - shown.length };
  const several = inAll === 1 ? "raffles:list.winner" : "raffles:list.winners";
  return translate(language, { key: params.count > 0 ? "raffles:list.winnersMore" : several, params });
}
