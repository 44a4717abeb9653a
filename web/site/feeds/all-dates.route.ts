import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { raffleCalendar } from "#src/raffles/calendar.ts";
import { listComingRaffles } from "#src/raffles/lists/published.ts";
import type { Route } from "./+types/all-dates.route.ts";
import { calendarRaffle } from "./calendar-raffle.ts";

export const handle: PageHandle = { cached: { shows: "raffles" } };

/** When published raffles close and are drawn, as a calendar to subscribe to. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffles = await listComingRaffles(db);
  const text = raffleCalendar(raffles.map((raffle) => calendarRaffle(raffle, config, language)));
  return new Response(text, { headers: { "content-type": "text/calendar; charset=utf-8" } });
}
