import { type HeldPrize, readPrizeHolders } from "#src/draws/prize-holders.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import { readPrizeNames } from "#src/raffles/read.ts";
import type { RaffleSummary } from "#src/raffles/schema.ts";
import { summaryView, winText } from "./raffle-view.ts";

/** The winners that a card names. */
const TICKETS_ON_CARD = 3;

/** Raffles as cards show them to visitors: with what can be won, and the winners' tickets. Public tables alone. */
export async function raffleCards(raffles: readonly RaffleSummary[], site: Site, language: Language) {
  const ids = raffles.map(({ id }) => id);
  const drawn = raffles.flatMap(({ id, drawnAt }) => (drawnAt ? id : []));
  const [names, held] = await Promise.all([readPrizeNames(site.db, ids), readPrizeHolders(site.db, drawn)]);
  return raffles.map((raffle) => ({
    ...summaryView(raffle, site, language),
    win: winText(names.get(raffle.id), language),
    winners: winnersOf(held.get(raffle.id) ?? []),
  }));
}

export type CardView = Awaited<ReturnType<typeof raffleCards>>[number];

/** By ticket numbers: the page is kept for everybody, and a name must go at once with its entry. */
function winnersOf(held: readonly HeldPrize[]) {
  const tickets = held.flatMap((prize) => prize.tickets);
  const inAll = held.reduce((sum, prize) => sum + prize.tickets.length + prize.more, 0);
  const shown = tickets.slice(0, TICKETS_ON_CARD);
  return { tickets: shown.map((ticket) => `#${ticket}`).join(", "), count: inAll, more: inAll - shown.length };
}
