import { rafflesOrganised } from "#src/access/held-raffles.ts";
import { accountContext } from "#src/http/page-context.ts";
import { pick } from "#src/raffles/fields.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { Screen } from "../../requests/answer-form.ts";
import { givenTo } from "../../requests/organiser.ts";

/** What belongs to a shop, and not to one raffle. Everybody sees it with that raffle. */
const SHOP_FIELDS = ["shopName", "shopPlace", "shopContact", "accentColor"] as const;

/**
 * The shop of the last raffle that the signed-in account owns, or else of the last whose desk opens in this browser
 * without a code. The page says which. Nothing is stored for it.
 *
 * @returns null where there is no such raffle, or where it names no shop
 */
export async function rememberedShop(screen: Screen) {
  const { site, context } = screen;
  const account = await context.get(accountContext)();
  const deps = { reader: site.db, secret: site.secret, now: site.clock() };
  const organised = await rafflesOrganised(deps, { cookies: givenTo(screen).pass ?? "", account });
  // Who helps another shop has not become it.
  const last = organised.find(({ role }) => role === "owner") ?? organised.find(({ role }) => role === null);
  if (!last) return null;
  const raffle = await findRaffle(site.db, last.id);
  if (!raffle?.shopName) return null;
  return { raffle: raffle.name, of: last.role ? "account" : "browser", values: pick(raffle, SHOP_FIELDS) } as const;
}
