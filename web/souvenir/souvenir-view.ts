import type { NamedPrize } from "#src/draws/winner-names.ts";
import type { Site } from "#src/http/site.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";

/** Winners for whom an upright picture has room. */
const NAMED = 5;

/** What a souvenir of a drawn raffle says: its shop, the public names of its winners, and where to check it. */
export function souvenirView(raffle: PublicRaffle, prizes: readonly NamedPrize[], { config }: Pick<Site, "config">) {
  const winners = prizes.flatMap(({ prizeName, winners: won }) =>
    won.map(({ ticket, name }) => ({ ticket: `#${ticket}`, name: name ?? `#${ticket}`, prize: prizeName })),
  );
  return {
    codeId: raffle.codeId,
    shop: shopTitle(raffle),
    raffle: raffle.name,
    winners: winners.slice(0, NAMED),
    address: `${new URL(config.origin).host}/raffle/${raffle.codeId}/draw`,
  };
}
