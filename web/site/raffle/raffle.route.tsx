import { data, redirectDocument } from "react-router";
import { readThanks } from "#src/claims/settings.ts";
import { announcedBy } from "#src/draws/announcing/rules.ts";
import { readOutlook } from "#src/draws/outlook.ts";
import { readPlanChanges } from "#src/draws/plan/read.ts";
import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { readEntriesByHour } from "#src/entries/stats/by-hour.ts";
import { findEventCode } from "#src/events/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { shortened } from "../../page/page-meta.ts";
import { bannerAddress, shareCardAddress } from "../../page/views/picture-view.ts";
import { raffleDescription, raffleView, withMarkdown } from "../../page/views/raffle-view.ts";
import { stationsView } from "../../page/views/stations-view.ts";
import type { Route } from "./+types/raffle.route.ts";
import { byHourView } from "./plan/by-hour-view.ts";
import { planView } from "./plan/plan-view.ts";
import { RaffleDetail } from "./raffle-detail.tsx";
import { winnersView } from "./winners-view.ts";

export const handle: PageHandle = { cached: { shows: "raffle" } };

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, params.identifier);
  if (!raffle) {
    // Redirects to an event only if no raffle has this code, so an event cannot take over a raffle's visitors.
    const event = await findEventCode(site.db, params.identifier);
    if (event) throw redirectDocument(`/event/${event}`);
    throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  }
  const view = raffleView(raffle, site, language);
  const link = `${site.config.origin}/raffle/${raffle.codeId}`;
  const [image, description] = [bannerAddress(raffle, "png"), raffleDescription(view, site, language)];
  const byHour = await readEntriesByHour(site.db, raffle, site.clock());
  const drawn = raffle.drawnAt ? [raffle.id] : [];
  const announced = raffle.announcedAt ? [raffle.id] : [];
  const [held, thanks] = await Promise.all([readPrizeHolders(site.db, drawn), readThanks(site.db, announced)]);
  const shops = await site.shops.addressesOf([raffle]);
  const outlook = await readOutlook(site.db, raffle, site.clock());
  const odds = await site.odds.find(raffle, byHour.total);
  const isEvent = raffle.status === "Published" && outlook !== "empty";
  return {
    raffle: withMarkdown(view, raffle),
    shop: { name: raffle.shopName, page: shops.get(raffle.id) },
    outlook,
    /** Until when winners who wait for the show are announced. */
    announceBy: announcedBy(raffle),
    entered: byHour.total,
    odds,
    link,
    winners: winnersView(raffle, held.get(raffle.id) ?? null, thanks.get(raffle.id) ?? ""),
    stations: await stationsView(site.db, raffle, language),
    plan: planView(raffle, await readPlanChanges(site.db, raffle, site.chain), site, language),
    byHour: byHourView(byHour, raffle.open, site, language),
    meta: {
      path: "raffle",
      subject: raffle.name,
      canonicalPath: `/raffle/${raffle.codeId}`,
      image: shareCardAddress(raffle, language),
      description,
      listed: raffle.status === "Published",
      oEmbed: `${site.config.origin}/oembed?url=${encodeURIComponent(link)}`,
      event: isEvent ? raffleEvent(raffle, { link, image, description }) : null,
    },
  };
}

export default RaffleDetail;

type Place = { readonly link: string; readonly image: string; readonly description: string };

/**
 * A raffle's draw as search engines read it (https://schema.org/Event). What joining costs is not said: a rule may ask
 * for a purchase.
 */
function raffleEvent(raffle: PublicRaffle, { link, image, description }: Place) {
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: raffle.name,
    description: shortened(description),
    startDate: timelineOf(raffle).draw.toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url: link },
    image: new URL(image, link).href,
    ...(raffle.shopName !== "" && { organizer: { "@type": "Organization", name: raffle.shopName } }),
    offers: {
      "@type": "Offer",
      url: new URL(`/raffle-entry/${raffle.codeId}`, link).href,
      availability: `https://schema.org/${raffle.open ? "InStock" : "SoldOut"}`,
      availabilityEnds: raffle.dueDate.toISOString(),
    },
  };
}
