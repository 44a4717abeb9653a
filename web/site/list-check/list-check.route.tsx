import { data } from "react-router";
import { readListCheck } from "#src/draws/checking/list-check.ts";
import { findDraw } from "#src/draws/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { shopTitle } from "#src/raffles/shop/shop-facts.ts";
import { siteLoader } from "../../requests/screens.ts";
import { ListCheckPage } from "./list-check-page.tsx";

export const handle: PageHandle = { cached: { shows: "draw" } };

export const loader = siteLoader("draws:listCheck.description", async ({ params, site, language, meta }) => {
  const raffle = await findRaffle(site.db, params.identifier ?? "");
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  const { codeId, name, lockedAt } = raffle;
  const [check, draw] = await Promise.all([readListCheck(site.db, raffle.id), findDraw(site.db, raffle.id)]);
  return {
    raffle: { codeId, name, shop: shopTitle(raffle) },
    check: lockedAt && draw && check && { ...check, lockedAt, tickets: draw.published.lock.tickets },
    isLocked: lockedAt !== null,
    meta: { ...meta, subject: name, canonicalPath: `/raffle/${codeId}/list-check`, listed: false },
  };
});

export default ListCheckPage;
