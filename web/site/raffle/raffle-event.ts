import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";
import { shortened } from "../../page/page-meta.ts";

type Place = { readonly link: string; readonly image: string; readonly description: string };

/**
 * A raffle's draw as search engines read it (https://schema.org/Event). What joining costs is not said: a rule may ask
 * for a purchase.
 */
export function raffleEvent(raffle: PublicRaffle, { link, image, description }: Place) {
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
